import {
  certificate,
  FONT_DATA,
  fontFace,
  invoice,
  LOGO_DATA,
  LOGO_SVG,
  OFFICE_CSS,
  page,
  paragraphs,
  parties,
  resume,
  table,
  ticket,
  words,
} from './parts.ts';
import { FILL_ROWS, FORMAT_NUMBERS } from './scripts.ts';
import { LOST_HOST } from './server.ts';

export interface CorpusDocument {
  readonly name: string;
  readonly html: string;
}

const style = (css: string): string => `<style>${css}</style>`;
/** In a block, because a tab that is used again keeps the names of the last document. */
const inline = (code: string): string => `<script>{ ${code} }</script>`;
const CHART = `<div class="chart" data-values="[12, 40, 33, 58, 21, 47, 60, 35]"></div>`;
const PAYSLIP = [2_400, 310, 95, 1_995]
  .map((sum, at) => `<tr><td>Line ${at + 1}<td class="n">${sum}.00`)
  .join('');

/** All that they need is in the HTML. */
const OWN = (): Readonly<Record<string, string>> => ({
  'invoice, plain': page({ title: 'Invoice', body: invoice(10, LOGO_DATA) }),
  'invoice, words of code': page({
    title: 'Invoice',
    body: invoice(10).replace('Item 1:', 'Compact frame, src, url(x), poster animation:'),
  }),
  'invoice, font as data': page({
    title: 'Invoice',
    head: style(OFFICE_CSS + fontFace(FONT_DATA)),
    body: invoice(20),
  }),
  letter: page({ title: 'Letter', body: `${parties(LOGO_DATA)}<h1>Offer</h1>${paragraphs(5)}` }),
  'contract of many pages': page({ title: 'Contract', body: `<h1>Contract</h1>${paragraphs(60)}` }),
  'certificate with SVG': page({ title: 'Certificate', body: certificate(LOGO_SVG) }),
  'résumé, two columns': page({ title: 'Résumé', body: resume(LOGO_DATA) }),
  'statement of 100 rows': page({ title: 'Statement', body: `<h1>Statement</h1>${table(100)}` }),
  'price list of 400 rows': page({ title: 'Prices', body: `<h1>Prices</h1>${table(400)}` }),
  'labels in a grid': page({
    title: 'Labels',
    body: `<div style="display: grid; grid-template-columns: repeat(3, 1fr); gap: 3mm">${Array.from({ length: 30 }, (_, at) => `<div style="border: 1px solid; padding: 4mm">${words(6, at)}</div>`).join('')}</div>`,
  }),
  'payslip with a fixed head': page({
    title: 'Payslip',
    head: style(`${OFFICE_CSS} .top { position: fixed; top: 0; right: 0 } th { position: sticky; top: 0 }`),
    body: `<p class="top">Confidential</p><h1>Payslip</h1><table><tr><th>Line<th class="n">Sum${PAYSLIP}</table>${paragraphs(3)}`,
  }),
  'report that fades in': page({
    title: 'Report',
    head: style(`${OFFICE_CSS} @keyframes in { from { opacity: 0 } } main { animation: in 0.4s } `),
    body: `<main><h1>Report</h1>${paragraphs(12)}</main>`,
  }),
});

/** Style sheets, images and fonts by address, no scripts. */
const LINKED = (assets: string): Readonly<Record<string, string>> => {
  const link = (...names: string[]): string =>
    names.map((name) => `<link rel="stylesheet" href="${assets}/${name}.css">`).join('');
  return {
    'invoice, style sheet by address': page({ title: 'Invoice', head: link('office'), body: invoice(10) }),
    'invoice, logo by address': page({ title: 'Invoice', body: invoice(10, `${assets}/logo.svg`) }),
    'invoice, both by address': page({
      title: 'Invoice',
      head: link('office'),
      body: invoice(20, `${assets}/logo.svg`),
    }),
    'invoice, utility framework': page({
      title: 'Invoice',
      head: link('utility', 'office'),
      body: invoice(10, `${assets}/logo.svg`).replaceAll('<td>', '<td class="m-2 text-3">'),
    }),
    'statement of 100 rows, framework': page({
      title: 'Statement',
      head: link('utility', 'office'),
      body: `<h1>Statement</h1>${table(100)}`,
    }),
    'letter, font by address': page({
      title: 'Letter',
      head: link('brand'),
      body: `${parties(`${assets}/logo.svg`)}<h1>Offer</h1>${paragraphs(5)}`,
    }),
    'report, font by address': page({
      title: 'Report',
      head: style(OFFICE_CSS + fontFace(`${assets}/brand.woff2`)),
      body: `<h1>Report</h1>${paragraphs(20)}`,
    }),
    'résumé, photo by address': page({ title: 'Résumé', body: resume(`${assets}/photo.svg`) }),
    'brochure, background by address': page({
      title: 'Brochure',
      head: link('hero'),
      body: `<h1>Brochure</h1>${paragraphs(10)}`,
    }),
    'catalogue of 24 images': page({
      title: 'Catalogue',
      head: link('office'),
      body: `<h1>Catalogue</h1>${Array.from({ length: 24 }, (_, at) => `<figure style="display: inline-block"><img src="${assets}/photo.svg?${at}" width="120" height="120" loading="lazy" alt=""><figcaption>${words(3, at)}</figcaption></figure>`).join('')}`,
    }),
    'certificate, seal by address': page({
      title: 'Certificate',
      body: certificate(`<img src="${assets}/photo.svg" width="90" alt="">`),
    }),
    'newsletter of nested tables': page({
      title: 'News',
      body: `<table width="600" align="center"><tr><td><img src="${assets}/logo.svg" alt=""><table>${Array.from({ length: 8 }, (_, at) => `<tr><td><img src="${assets}/photo.svg" width="80" alt=""><td>${words(30, at)}`).join('')}</table></table>`,
    }),
    'ticket, code by address': page({
      title: 'Ticket',
      head: link('office'),
      body: ticket(`<img src="${assets}/photo.svg?code=A17" width="140" alt="">`),
    }),
    'packing slip, image that is lost': page({
      title: 'Slip',
      head: link('office'),
      body: `${parties(`http://${LOST_HOST}/logo.png`)}${table(15)}`,
    }),
  };
};

/** Scripts in the HTML and by address. */
const SCRIPTED = (assets: string): Readonly<Record<string, string>> => {
  const script = (name: string, attributes = ''): string =>
    `<script src="${assets}/${name}.js"${attributes}></script>`;
  const link = `<link rel="stylesheet" href="${assets}/office.css">`;
  return {
    'invoice, inline script': page({ title: 'Invoice', body: invoice(10) + inline(FORMAT_NUMBERS) }),
    'invoice, script with the word fonts': page({
      title: 'Invoice',
      body: invoice(10) + inline(`${FORMAT_NUMBERS} // after the fonts`),
    }),
    'invoice, data in a script': page({
      title: 'Invoice',
      body:
        invoice(10) +
        inline('const order = { id: 417 }; document.title = "Invoice " + order.id') +
        '<script type="application/ld+json">{ "@type": "Invoice" }</script>',
    }),
    '100 rows that a script makes': page({ title: 'Statement', body: table(0) + inline(FILL_ROWS) }),
    'invoice, analytics': page({
      title: 'Invoice',
      head: link + script('analytics', ' async'),
      body: invoice(10),
    }),
    'invoice, script that is lost': page({
      title: 'Invoice',
      body: `${invoice(10)}<script src="http://${LOST_HOST}/track.js" async></script>`,
    }),
    'report with a chart': page({
      title: 'Report',
      head: link + script('chart'),
      body: `<h1>Report</h1>${paragraphs(4)}${CHART}${table(20)}`,
    }),
    'dashboard of six charts': page({
      title: 'Dashboard',
      head: link + script('chart', ' defer'),
      body: `<h1>Quarter</h1><div class="grid">${CHART.repeat(6)}</div>`,
    }),
    'ticket, code on a canvas': page({
      title: 'Ticket',
      head: link + script('code'),
      body:
        ticket('<canvas width="140" height="140"></canvas>') +
        inline('drawCode(document.querySelector("canvas"), "A17-2026")'),
    }),
    'certificate, filled in the page': page({
      title: 'Certificate',
      head: script('fill'),
      body:
        certificate('<p>[[name]], [[date]]</p>') +
        inline('fill(document.body, { name: "Jonas", date: "2026-11-27" })'),
    }),
    'contract, cut into pages': page({
      title: 'Contract',
      head: link + script('pager', ' defer'),
      body: `<div class="flow">${paragraphs(30)}</div>`,
    }),
    'letter, module': page({
      title: 'Letter',
      head: link,
      body: `<h1>A letter</h1>${paragraphs(3)}<script type="module">import { greet } from '${assets}/module.js'; greet(document)</script>`,
    }),
    'quote, fonts that a script loads': page({
      title: 'Quote',
      head: style(OFFICE_CSS),
      body: `${invoice(10)}${inline(`new FontFace('Brand', 'url(${assets}/brand.woff2)').load().then((font) => { document.fonts.add(font); document.body.style.fontFamily = 'Brand' })`)}`,
    }),
    'receipt in a frame': page({
      title: 'Receipt',
      body: `<h1>Receipt</h1><iframe srcdoc="<p>${words(12)}" width="400" height="80"></iframe>${table(8)}`,
    }),
  };
};

/** @param assets the origin of the server that has their style sheets, images, fonts and scripts */
export const corpusDocuments = (assets: string): CorpusDocument[] =>
  Object.entries({ ...OWN(), ...LINKED(assets), ...SCRIPTED(assets) }).map(([name, html]) => ({
    name,
    html,
  }));
