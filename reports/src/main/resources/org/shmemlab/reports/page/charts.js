// Draws the charts, in the colours of the page.
(() => {
  'use strict';
  const charts = [...document.querySelectorAll('figure.chart')].map((figure) => ({
    plot: figure.querySelector('.plot'),
    option: JSON.parse(figure.querySelector('script').textContent),
    chart: null,
  }));
  const draw = (one) => {
    one.chart?.dispose();
    one.chart = echarts.init(one.plot, window.shmemlab.dark() ? 'dark' : null, { renderer: 'svg' });
    one.chart.setOption({ animation: false, backgroundColor: 'transparent', textStyle: { fontFamily: 'inherit' }, ...one.option });
  };
  const all = () => charts.forEach(draw);
  all();
  document.addEventListener('themechange', all);
  new ResizeObserver(() => charts.forEach((one) => one.chart?.resize())).observe(document.body);
})();
