import type { Random } from '../../../support/random.ts';

export const WORDS =
  'paper fibres sheet ink press margin folio type leading kerning quire vellum binding spine gutter widow orphan שלום דף مرحبا صفحة'.split(
    ' ',
  );

/** `k` keeps a text and its number together, in one direction. `~` is in front of the text of a target, and of no copy of it. */
export const BOOK_STYLE = `
  html { font: 11px/15px sans-serif } body, p, h1, h2, h3, figure { margin: 0 0 4px }
  h1, h2, h3 { font-weight: bold; font-size: 13px } nav { columns: 2; break-after: page }
  figure { break-inside: avoid } a { color: inherit; text-decoration: none }
  .p { font: 10px sans-serif; fill: white; direction: ltr; writing-mode: horizontal-tb }
  .k { unicode-bidi: isolate; direction: ltr; white-space: nowrap }
  .h::before { content: '\\ab' counters(sec, '.') '\\bb~' } .t::before { content: '~' }
  .r::after { content: target-counter(attr(href), page) ';' }
  .q::after { content: target-text(attr(href)) ';' }
  .c::after { content: target-counters(attr(href), sec, '.') ';' }
  body, section, main { counter-reset: sec } .sec { counter-increment: sec; string-set: title content() }
  h1, h2, h3, h4 { bookmark-level: 1 } .note { float: footnote }
  @page { @top-left { content: '[F:' string(title) ']' } @top-right { content: '[L:' string(title, last) ']' } }`;

const BODIES = [
  { weight: 8, css: '' },
  { weight: 1, css: 'body { transform: scale(.9) }' },
  { weight: 1, css: 'body { transform: scale(.85); transform-origin: 0 0 }' },
  { weight: 1, css: 'body { scale: .92 }' },
  { weight: 1, css: 'html { writing-mode: vertical-rl }' },
  { weight: 1, css: 'html { writing-mode: vertical-lr }' },
  { weight: 1, css: 'html { direction: rtl }' },
  { weight: 1, css: 'body { zoom: .9 }' },
  { weight: 1, css: 'main { rotate: .1deg }' },
];

const BREAKS = [
  { weight: 4, css: 'h1 { break-before: page }' },
  { weight: 2, css: 'h1 { break-before: right }' },
  { weight: 1, css: 'h1 { break-before: left } @page :blank { @top-left { content: none } }' },
  { weight: 2, css: '' },
];

export const drawPageStyle = (random: Random): string =>
  [
    random.pick([
      '@page { size: A5; margin: 15mm }',
      '@page { size: 120mm 150mm; margin: 14mm 10mm }',
      '@page { size: A5 landscape; margin: 12mm }',
      '@page { size: A5; margin: 15mm } @page :left { margin-left: 25mm }',
    ]),
    random.pickWeighted(BODIES).css,
    random.pickWeighted(BREAKS).css,
    random.chance(0.3) ? 'h1, h2, h3 { break-after: avoid }' : '',
    random.chance(0.2) ? 'p { orphans: 4; widows: 4 }' : '',
    random.chance(0.1) ? 'h1::first-letter, p::first-letter { font-size: 20px }' : '',
    random.chance(0.1)
      ? 'h2 { text-transform: uppercase; letter-spacing: 1px } h2 .k { text-transform: none }'
      : '',
  ].join('\n');

const STYLES = [
  'columns: 2',
  'columns: 3; column-fill: auto',
  'columns: 2; column-rule: 1px solid',
  'display: grid; grid-template-columns: 1fr 1fr; gap: 6px',
  'display: grid; grid-template-columns: 2fr 1fr; grid-auto-flow: dense',
  'display: flex; gap: 4px',
  'display: flex; flex-direction: column',
  'display: flex; flex-wrap: wrap',
  'display: contents; counter-reset: none',
  'display: flow-root; padding: 8px',
  'transform: scale(.9)',
  'transform: translate(10px, 20px)',
  'transform: rotate(.4deg)',
  'translate: 0 -12px',
  'scale: .95 1',
  'rotate: .2deg',
  'zoom: .8',
  'direction: rtl',
  'position: relative; top: 25px',
  'position: relative; inset-inline-start: 3px; opacity: .6',
  'break-inside: avoid',
  'break-before: page',
  'break-after: page',
  'overflow: hidden',
  'overflow: clip; border: 1px solid',
  'contain: layout paint',
  'clip-path: inset(0)',
  'mix-blend-mode: multiply',
  'will-change: transform',
  'margin-top: -10px',
  'float: left; width: 45%',
  'float: right; width: 50%',
  'display: inline-block; width: 48%; vertical-align: top',
  'border: 3px solid; padding: 12px; box-decoration-break: clone',
  'line-height: 2.2',
  'filter: opacity(.9)',
  'hyphens: auto; text-align: justify',
];

/** Puts blocks into an element that lays them out in some way. */
export function drawFrame(random: Random, blocks: readonly string[]): string {
  if (random.chance(0.15)) return drawTable(random, blocks);
  if (random.chance(0.1)) return `<ol>${blocks.map((block) => `<li>${block}</li>`).join('')}</ol>`;
  const tag = random.pick(['section', 'div', 'div', 'article']);
  return `<${tag} style="${random.pick(STYLES)}">${blocks.join('')}</${tag}>`;
}

function drawTable(random: Random, blocks: readonly string[]): string {
  const head = random.chance(0.5) ? '<thead><tr><th>Head<th>Head</thead>' : '';
  const rows = blocks.map((block, index) => {
    const span = random.chance(0.1) ? ' colspan="2"' : '';
    return `<tr><td${span}>${block}</td>${span === '' ? `<td>${index}</td>` : ''}</tr>`;
  });
  return `<table style="width: 100%">${head}<tbody>${rows.join('')}</tbody></table>`;
}
