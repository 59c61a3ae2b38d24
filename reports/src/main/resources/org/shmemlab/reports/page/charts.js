// Draws the charts, in the colours of the page.
(() => {
  'use strict';
  const charts = [...document.querySelectorAll('figure.chart')].map((figure) => ({
    plot: figure.querySelector('.plot'),
    option: JSON.parse(figure.querySelector('script').textContent),
    height: parseFloat(figure.querySelector('.plot').style.height), // on a wide page
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
  const LINE = 24;
  const MOST_LINES = 6;
  const lines = (option) => (option.legend?.data ?? [...new Set(option.series.map((one) => one.name).filter(Boolean))]).length;
  // Names side by side would be cut there, so that a few stand below each other; more are scrolled.
  const isListed = (option) => option.legend?.type === 'scroll' && option.legend.show !== false
    && !Array.isArray(option.grid) && lines(option) > 1 && lines(option) <= MOST_LINES;
  const listed = (option) => (isListed(option)
    ? { legend: { ...option.legend, type: 'plain', orient: 'vertical', left: 0 }, grid: { ...option.grid, top: option.grid.top + (lines(option) - 1) * LINE } }
    : {});
  const higher = (option, width) => (option.xAxis && width < NARROW && isListed(option) ? (lines(option) - 1) * LINE : 0);
  const fitting = (wide, width) => {
    if (!wide.xAxis || width >= NARROW) return wide;
    const option = { ...wide, ...listed(wide) };
    const x = { ...option.xAxis, axisLabel: { ...option.xAxis.axisLabel, hideOverlap: true } };
    return option.yAxis.type === 'category' && x.nameLocation === 'middle'
      ? { ...option, xAxis: { ...x, nameLocation: 'end', nameGap: 0, nameTextStyle: { align: 'right', verticalAlign: 'top', padding: [x.nameGap - 4, 0, 0, 0] } } }
      : { ...option, xAxis: x };
  };
  // A chart has the width of its place. It is drawn when that has one, which in a frame or a part that is
  // hidden comes later, and again when it changes.
  const draw = (one) => {
    const width = one.plot.clientWidth;
    if (width === 0) return;
    const height = one.height + higher(one.option, width);
    one.plot.style.height = `${height}px`;
    one.chart?.dispose();
    one.chart = echarts.init(one.plot, window.shmemlab.dark() ? 'dark' : null, { renderer: 'svg', width, height });
    one.chart.setOption({ animation: false, backgroundColor: 'transparent', textStyle: { fontFamily: getComputedStyle(document.body).fontFamily }, ...coloured(fitting(one.option, width)) });
    // Paper is narrower than most windows, and nothing is drawn again for it: the picture has to shrink.
    one.plot.querySelector('svg').setAttribute('viewBox', `0 0 ${width} ${height}`);
  };
  document.addEventListener('themechange', () => charts.forEach(draw));
  const places = new ResizeObserver(() => charts
    .filter((one) => one.plot.clientWidth !== one.chart?.getWidth())
    .forEach(draw));
  charts.forEach((one) => {
    draw(one);
    places.observe(one.plot);
  });
})();
