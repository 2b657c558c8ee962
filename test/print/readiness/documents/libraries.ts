import { packageFile, packageScript, type ReadyDocuments } from './document.ts';

/** Two red bars of 50 mm, with the library's default animation. */
export const chart = (script: string, body: string) => ({ html: `${script}${body}`, redMm: 45 });

export const BOX = 'style="width: 80mm; height: 60mm"';

const CHART_OPTIONS = `{ scales: { x: { display: false }, y: { display: false, min: 0, max: 10 } },
  plugins: { legend: { display: false } } }`;

export const LIBRARIES: ReadyDocuments = {
  'Chart.js, which draws on a canvas for a second': chart(
    packageScript('chart.js/dist/chart.umd.min.js'),
    `<div ${BOX}><canvas id="c"></canvas></div><script>
      Chart.defaults.maintainAspectRatio = false;
      new Chart(c, { type: 'bar', data: { labels: ['a', 'b'],
        datasets: [{ data: [10, 10], backgroundColor: 'red' }] }, options: ${CHART_OPTIONS} });
    </script>`,
  ),
  'D3 with a transition': chart(
    packageScript('d3/dist/d3.min.js'),
    `<svg id="c" ${BOX}></svg><script>
      d3.select(c).selectAll('rect').data([1, 2]).join('rect').attr('x', (n) => n * 60).attr('width', 40)
        .attr('height', 0).style('fill', 'red').transition().duration(750).attr('height', 190)</script>`,
  ),
  uPlot: chart(
    packageScript('uplot/dist/uPlot.iife.min.js'),
    `<style>${packageFile('uplot/dist/uPlot.min.css')}</style><div id="c"></div><script>
      new uPlot({ width: 300, height: 220, axes: [{ show: false }, { show: false }], legend: { show: false },
        scales: { x: { time: false } }, series: [{}, { stroke: 'red', fill: 'red', width: 2 }] },
        [[1, 2, 3], [0, 10, 0]], c)</script>`,
  ),
  Chartist: chart(
    packageScript('chartist/dist/index.umd.js'),
    `<style>${packageFile('chartist/dist/index.css')} .ct-bar { stroke: red !important }</style>
     <div id="c" ${BOX}></div><script>
      new Chartist.BarChart(c, { labels: ['a', 'b'], series: [[10, 10]] },
        { axisX: { offset: 0 }, axisY: { offset: 0 }, high: 10, chartPadding: 0 })</script>`,
  ),
  'Tailwind, compiled in the page': {
    html: `${packageScript('@tailwindcss/browser/dist/index.global.js')}
      <div class="h-[50mm] w-[20mm] bg-[#ff0000]"></div><p class="hidden">hidden</p><p class="before:content-['done']"></p>`,
    text: 'done',
    redMm: 50,
  },
};
