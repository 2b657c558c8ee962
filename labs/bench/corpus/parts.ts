import { readFileSync } from 'node:fs';
import { inProject } from '../../../scripts/project.ts';

const FONT = 'node_modules/@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-latin-400-normal.woff2';

export const FONT_BYTES = readFileSync(inProject(FONT));

export const LOGO_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="36" viewBox="0 0 120 36"><rect width="36" height="36" rx="6" fill="#0b5fff"/><path d="M8 18l8 8 14-16" stroke="#fff" stroke-width="4" fill="none"/><text x="44" y="25" font-size="18">Norden</text></svg>';

export const LOGO_DATA = `data:image/svg+xml;base64,${btoa(LOGO_SVG)}`;
export const FONT_DATA = `data:font/woff2;base64,${FONT_BYTES.toString('base64')}`;

export const fontFace = (url: string): string =>
  `@font-face { font-family: Brand; src: url(${url}) format("woff2") } body { font-family: Brand, sans-serif }`;

/** The style sheet of an office document. */
export const OFFICE_CSS = `
@page { size: A4; margin: 15mm } * { box-sizing: border-box } body { font: 10pt/1.45 sans-serif; margin: 0; color: #222 }
header { display: flex; justify-content: space-between; border-bottom: 2px solid #0b5fff; padding-bottom: 4mm }
h1 { font-size: 20pt; margin: 6mm 0 2mm } h2 { font-size: 13pt; margin: 5mm 0 2mm; color: #0b5fff }
table { border-collapse: collapse; width: 100% } thead { display: table-header-group } tr { break-inside: avoid }
th, td { padding: 1.5mm 2mm; border-bottom: 1px solid #ddd; text-align: left } td.n, th.n { text-align: right }
.grid { display: grid; grid-template-columns: 1fr 2fr; gap: 8mm } .badge { border-radius: 3mm; background: #e7f0ff; padding: 0 2mm }
footer { margin-top: 10mm; font-size: 8pt; color: #666 } .no-print { display: none }
@media print { a { color: inherit; text-decoration: none } .page-break { break-before: page } }`;

/** A utility framework: many rules, of which a document uses few. */
export const UTILITY_CSS = Array.from(
  { length: 400 },
  (_, at) =>
    `.m-${at} { margin: ${at % 40}px } .w-${at} { width: ${at % 100}% } .text-${at} { font-size: ${8 + (at % 30)}px }`,
).join('\n');

const WORDS =
  'delivery frame of the order with source code and assembly including poster material for animation studios as agreed in spring on site per month net total'.split(
    ' ',
  );

export const words = (count: number, from = 0): string =>
  Array.from({ length: count }, (_, at) => WORDS[(from * 7 + at * 5) % WORDS.length]).join(' ');

export const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, at) => `<p>${words(60, at)}.</p>`).join('\n');

const rows = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<tr><td>${at + 1}<td>Item ${at + 1}: ${words(4, at)}<td class="n">${(at % 9) + 1}<td class="n">${((at * 37) % 900) + 9}.50`,
  ).join('\n');

export const table = (count: number): string =>
  `<table><thead><tr><th>No.<th>Description<th class="n">Quantity<th class="n">Amount</thead><tbody>${rows(count)}</tbody></table>`;

interface Page {
  readonly title: string;
  readonly head?: string;
  readonly body: string;
}

export const page = ({ title, head = `<style>${OFFICE_CSS}</style>`, body }: Page): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
${head}</head><body>${body}</body></html>`;

export const parties = (logo: string): string =>
  `<header><img src="${logo}" alt="Norden" width="120" height="36"><address>Norden GmbH<br>Hafenweg 4<br>20457 Hamburg</address></header>
<p>Åkermark &amp; Söner AB<br>Storgatan 12<br>411 38 Göteborg</p>`;

export const invoice = (count: number, logo = LOGO_DATA): string =>
  `${parties(logo)}<h1>Invoice 2026-0417</h1><p>Due on <b>18 December 2026</b> <span class="badge">open</span></p>${table(count)}
<p><strong>Total 4,812.50 EUR</strong></p><footer>IBAN DE02 1203 0000 0000 2020 51 · VAT DE123456789</footer>`;

export const resume = (photo: string): string =>
  `<div class="grid"><aside><img src="${photo}" alt="" width="120"><h2>Contact</h2><p>mira@example.com<br>Bergen</p><h2>Languages</h2><ul><li>Norwegian<li>English<li>German</ul></aside>
<main><h1>Mira Solberg</h1><p>${words(40)}.</p>${[2024, 2021, 2017].map((year) => `<h2>${year}</h2><p>${words(50, year)}.</p>`).join('')}</main></div>`;

export const certificate = (body = ''): string =>
  `<div style="border: 3mm double #0b5fff; padding: 25mm 15mm; text-align: center"><h1>Certificate</h1><p>This certifies that</p><h2>Jonas Ek</h2><p>${words(18)}.</p>${body}</div>`;

export const ticket = (code: string): string =>
  `<div style="width: 150mm; border: 1px dashed #999; border-radius: 4mm; padding: 6mm"><h1>Boarding pass</h1><div class="grid"><div>${code}</div><table><tr><th>From<td>Oslo<tr><th>To<td>Lisbon<tr><th>Seat<td>14C<tr><th>Gate<td>B7</table></div></div>`;
