import { packageFile, packageScript, type ReadyDocuments } from './document.ts';
import { BOX, chart } from './libraries.ts';

const FOLDER = 'test/print/readiness/libraries/node_modules';

const largeScript = (path: string): string => packageScript(path, FOLDER);
const largeFile = (path: string): string => packageFile(path, FOLDER);

const ECHARTS_OPTION = `{ grid: { top: 0, bottom: 0 }, xAxis: { type: 'category', show: false, data: ['a', 'b'] },
  yAxis: { show: false, max: 10 }, series: [{ type: 'bar', data: [10, 10], color: 'red' }] }`;

const pagedText = 'Lorem ipsum dolor sit amet, consetetur sadipscing elitr. '.repeat(12);

/** These packages are installed by `npm run tool -- readiness` and `npm run tool -- sweeps` alone. */
export const largeLibraries = (): ReadyDocuments => ({
  'ECharts on a canvas': chart(
    largeScript('echarts/dist/echarts.min.js'),
    `<div id="c" ${BOX}></div><script>echarts.init(c).setOption(${ECHARTS_OPTION})</script>`,
  ),
  'ECharts as SVG': chart(
    largeScript('echarts/dist/echarts.min.js'),
    `<div id="c" ${BOX}></div><script>
      echarts.init(c, null, { renderer: 'svg' }).setOption(${ECHARTS_OPTION})</script>`,
  ),
  ApexCharts: chart(
    largeScript('apexcharts/dist/apexcharts.min.js'),
    `<div id="c"></div><script>
      new ApexCharts(c, { chart: { type: 'bar', height: 260, width: 300, toolbar: { show: false } },
        colors: ['#ff0000'], fill: { opacity: 1 }, dataLabels: { enabled: false }, yaxis: { show: false, min: 0, max: 10 },
        xaxis: { labels: { show: false }, categories: ['a', 'b'] }, series: [{ data: [10, 10] }] }).render()</script>`,
  ),
  'Bootstrap with a modal that fades in': {
    html: `<style>${largeFile('bootstrap/dist/css/bootstrap.min.css')}</style>
      <div class="modal fade" id="m"><div class="modal-dialog"><div class="modal-body">done</div></div></div>
      ${largeScript('bootstrap/dist/js/bootstrap.bundle.min.js')}
      <script>new bootstrap.Modal(m, { backdrop: false }).show()</script>`,
    text: 'done',
  },
  'paged.js, which makes pages of its own': {
    html: `<style>@page { size: 120mm 100mm; margin: 10mm; @bottom-right { content: counter(page) } }</style>
      ${Array.from({ length: 12 }, (_, index) => `<h1>Chapter ${index + 1}</h1><p>${pagedText}</p>`).join('')}<p>The end</p>
      ${largeScript('pagedjs/dist/paged.polyfill.min.js')}`,
    lastPage: 'The end',
    job: {
      waitFor: { expression: 'window.PagedPolyfill?.chunker?.rendered' },
    },
  },
});
