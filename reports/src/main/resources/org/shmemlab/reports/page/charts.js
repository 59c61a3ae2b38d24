// Draws the charts, in the colours of the page.
(() => {
  'use strict';
  const charts = [...document.querySelectorAll('figure.chart')].map((figure) => ({
    plot: figure.querySelector('.plot'),
    option: JSON.parse(figure.querySelector('script').textContent),
    chart: null,
  }));
  // A series may have the colour of something else on the page, as a name of the style sheet.
  const colour = (name) => {
    const probe = document.createElement('span');
    probe.style.color = `var(${name})`;
    document.body.append(probe);
    const value = getComputedStyle(probe).color;
    probe.remove();
    return value;
  };
  const coloured = (option) => ({
    ...option,
    series: option.series.map((one) => {
      if (!one.tone) return one;
      const color = colour(one.tone);
      const own = { ...one, itemStyle: { color }, lineStyle: { ...one.lineStyle, color } };
      return one.areaStyle ? { ...own, areaStyle: { ...one.areaStyle, color } } : own;
    }),
  });
  // On a phone labels leave out each other, and the name of bars' lengths ends where their axis does: in
  // the middle it would be cut, because the names of the bars take the room on the left.
  const NARROW = 600;
  const fitting = (option, width) => {
    if (!option.xAxis || width >= NARROW) return option;
    const x = { ...option.xAxis, axisLabel: { ...option.xAxis.axisLabel, hideOverlap: true } };
    return option.yAxis.type === 'category' && x.nameLocation === 'middle'
      ? { ...option, xAxis: { ...x, nameLocation: 'end', nameGap: 0, nameTextStyle: { align: 'right', verticalAlign: 'top', padding: [x.nameGap - 4, 0, 0, 0] } } }
      : { ...option, xAxis: x };
  };
  const draw = (one) => {
    one.chart?.dispose();
    one.chart = echarts.init(one.plot, window.shmemlab.dark() ? 'dark' : null, { renderer: 'svg' });
    one.chart.setOption({ animation: false, backgroundColor: 'transparent', textStyle: { fontFamily: getComputedStyle(document.body).fontFamily }, ...coloured(fitting(one.option, one.plot.clientWidth)) });
  };
  // Paper is narrower than most windows, and nothing is drawn again for it: the picture has to shrink.
  const shrinkable = (one) => {
    const { clientWidth, clientHeight } = one.plot;
    one.plot.querySelector('svg').setAttribute('viewBox', `0 0 ${clientWidth} ${clientHeight}`);
  };
  const all = () => charts.forEach((one) => {
    draw(one);
    shrinkable(one);
  });
  all();
  document.addEventListener('themechange', all);
  new ResizeObserver(() => charts.forEach((one) => {
    one.chart?.resize();
    shrinkable(one);
  })).observe(document.body);
})();
