import { type GalleryDocument, LOREM, margins, page, PAGE_OF_TOTAL, repeat } from './document.ts';

const grid = page(
  'Grid',
  `<div class="grid"><header>Header</header><nav>Aside</nav><main>${LOREM}</main><footer>Footer</footer></div><h2>Cards</h2><div class="cards">${repeat(9, (card) => `<div><b>Card ${card + 1}</b><p>${LOREM.slice(0, 80)}</p></div>`)}</div>`,
  '.grid { display: grid; grid: "h h" 16mm "n m" 60mm "f f" 12mm / 45mm 1fr; gap: 3mm } .grid > * { background: #eaf1ff; padding: 3mm } header { grid-area: h } nav { grid-area: n } main { grid-area: m } footer { grid-area: f } .cards { display: grid; grid-template-columns: repeat(3, 1fr); gap: 4mm } .cards div { border: .3mm solid #d8dee6; border-radius: 2mm; padding: 4mm; break-inside: avoid; box-shadow: 0 1mm 3mm #0002 }',
);

const columns = page(
  'Columns',
  `<h1 style="column-span: all">The morning paper</h1>${repeat(22, (index) => `${index % 6 ? '' : `<h2>Story ${index / 6 + 1}</h2>`}<p>${LOREM}</p>`)}`,
  'body { columns: 3; column-gap: 7mm; column-rule: .2mm solid #8a94a3; font-family: Georgia, serif; text-align: justify; hyphens: auto }',
);

const pageRules = page(
  'Page rules',
  `<section class="cover"><h1>Cover</h1></section><section><h2>Chapter</h2>${repeat(30, () => `<p>${LOREM}</p>`)}</section><section class="wide"><h2>A wide table</h2><table><tr>${repeat(6, (cell) => `<td>Col ${cell + 1}`)}</table></section>`,
  '@page { size: A5; margin: 15mm; @bottom-center { content: counter(page) " / " counter(pages); font: 8pt sans-serif } } @page :first { margin: 0; @bottom-center { content: none } } @page wide { size: A5 landscape } .cover { background: #0b5fff; color: #fff; height: 209mm; display: grid; place-content: center; break-after: page } .wide { page: wide }',
);

const breaks = page(
  'Page breaks',
  `<h1>Breaks</h1><p>One</p><div style="break-before: page"><p>Two</p></div><p style="page-break-after: always">Still two</p><p>Three</p>
  <div style="height: 180mm; background: #eaf1ff">Tall</div><div style="break-inside: avoid; height: 90mm; background: #ffe8e0">Kept whole, on four</div><h2>A heading stays with its text</h2><p>${LOREM}</p>`,
);

const wideTable = page(
  'Wide table',
  `<h1>Forty columns</h1><table style="font-size: 6pt; table-layout: fixed"><thead><tr>${repeat(40, (cell) => `<th>C${cell + 1}`)}</thead>${repeat(60, (row) => `<tr>${repeat(40, (cell) => `<td>${(row * cell) % 97}`)}`)}</table>`,
  'th, td { padding: .6mm; font-size: 6pt; letter-spacing: 0 }',
);

const longWord = page(
  'Long word',
  `<h1>Very long words</h1><p style="overflow-wrap: anywhere">${'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(12)}</p><p>${'https://example.com/a/very/long/path/'.repeat(9)}</p><table><tr><td style="overflow-wrap: anywhere">${'x'.repeat(600)}<td>after</table>`,
  'p { overflow-wrap: anywhere }',
);

const form = page(
  'Form',
  `<h1>Form controls</h1><form><p><label>Name <input value="Ada Lovelace"></label></p><p><label>Mail <input type="email" placeholder="you@example.com"></label></p><p><label><input type="checkbox" checked> I agree</label> <label><input type="radio" checked> Yes</label> <label><input type="radio"> No</label></p><p><select><option>First choice<option>Second</select> <input type="range" value="70"> <progress value=".6"></progress> <meter value=".8"></meter></p><p><textarea rows="4" cols="50">Several lines
of text</textarea></p><button>Send</button> <input type="date" value="2026-11-20"> <input type="color" value="#0b5fff"><fieldset><legend>Group</legend>Inside</fieldset><details open><summary>Details</summary>Open</details></form>`,
  'input, select, textarea, button { font: inherit }',
);

const background = page(
  'Background',
  '<div class="hero"><h1>Edge to edge</h1><p>Gradients, and a large image behind.</p></div><div class="panel">On top</div>',
  `.hero { box-sizing: border-box; height: 190mm; padding: 30mm 20mm; color: #fff; background: radial-gradient(circle at 80% 20%, #ffb199 0, transparent 40%), linear-gradient(160deg, #0b5fff, #1c2430) } .panel { margin: 15mm 20mm; padding: 10mm; background: repeating-linear-gradient(45deg, #eaf1ff 0 4mm, #fff 4mm 8mm); border-radius: 4mm }`,
);

const pseudo = page(
  'Marked box',
  '<div style="position: absolute; left: 37mm; top: 53mm; width: 60mm; height: 25mm; background: #cc0000"></div><p>A box of 60 × 25 mm, 50 and 70 mm from the edges.</p>',
);

const canvas = page(
  'Canvas',
  `<h1>Drawn by a script</h1><canvas id="chart" width="680" height="300" style="width: 100%"></canvas><p id="note"></p><script>
  const context = chart.getContext('2d'); context.strokeStyle = '#0b5fff'; context.lineWidth = 3; context.beginPath();
  for (let x = 0; x <= 680; x += 4) context.lineTo(x, 150 - Math.sin(x / 50) * 110 * Math.exp(-x / 500)); context.stroke();
  context.font = '20px sans-serif'; context.fillText('damped', 560, 60); note.textContent = 'Points: ' + (680 / 4 + 1);</script>`,
);

const svg = page(
  'SVG',
  `<h1>SVG</h1><svg viewBox="0 0 200 120" style="width: 100%"><defs><linearGradient id="g"><stop stop-color="#0b5fff"/><stop offset="1" stop-color="#e0562d"/></linearGradient><pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse"><circle cx="4" cy="4" r="2" fill="#1c2430"/></pattern><clipPath id="c"><circle cx="160" cy="40" r="30"/></clipPath><filter id="b"><feGaussianBlur stdDeviation="2"/></filter></defs><rect x="5" y="5" width="80" height="50" fill="url(#g)"/><rect x="5" y="62" width="80" height="50" fill="url(#p)"/><image/><g clip-path="url(#c)"><rect x="120" width="80" height="80" fill="#7aa7ff"/><text x="136" y="44" font-size="14">clipped</text></g><circle cx="120" cy="90" r="18" fill="#e0562d" filter="url(#b)"/><text x="150" y="105" transform="rotate(-12 150 105)" font-size="11">turned</text></svg>`,
);

const transforms = page(
  'Transforms',
  `<h1>Transforms and blending</h1><div class="row"><div style="transform: rotate(12deg)">rotated</div><div style="transform: skewX(-14deg)">skewed</div><div style="opacity: .4">faint</div><div style="filter: grayscale(1)">grey</div></div><div class="blend"><i style="background: #ff0"></i><i style="background: #0ff"></i><i style="background: #f0f"></i></div><div style="clip-path: polygon(50% 0, 100% 100%, 0 100%); width: 40mm; height: 35mm; background: #0b5fff"></div><div style="width: 60mm; height: 20mm; background: linear-gradient(#0b5fff, #7aa7ff); mask: linear-gradient(90deg, #000, transparent)"></div>`,
  '.row { display: flex; gap: 10mm; margin: 8mm 0 } .row div { background: #7aa7ff; padding: 8mm 6mm } .blend { position: relative; height: 45mm } .blend i { position: absolute; width: 35mm; height: 35mm; border-radius: 50%; mix-blend-mode: multiply } .blend i:nth-child(2) { left: 18mm } .blend i:nth-child(3) { left: 9mm; top: 12mm }',
);

const toc = page(
  'Contents',
  `<h1>Contents</h1><ol>${repeat(6, (chapter) => `<li><a href="#c${chapter}">Chapter ${chapter + 1}</a>`)}</ol>${repeat(6, (chapter) => `<section id="c${chapter}" style="break-before: page"><h1>Chapter ${chapter + 1}</h1><h2>First part</h2><p>${LOREM}</p><h2>Second part</h2><p>${LOREM}</p></section>`)}`,
);

const fixed = page(
  'Fixed',
  `<div style="position: fixed; right: 0; top: 0; color: #e0562d">on every page</div>${repeat(40, (index) => `<p>${index + 1}. ${LOREM}</p>`)}`,
);

const empty = '';
const fragment = '<p>only a <b>paragraph';

const images = page(
  'Images',
  `<h1>Images</h1><img alt="" width="240" src="data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 120"><rect width="240" height="120" fill="#0b5fff"/><circle cx="120" cy="60" r="40" fill="#fff"/></svg>')}"><p>The next one is broken on purpose:</p><img alt="A picture that is not there" src="data:image/png;base64,AAAA"><picture><source srcset="data:image/gif;base64,R0lGODlhAQABAIAAAOBWLQAAACwAAAAAAQABAAACAkQBADs="><img alt="" style="width: 40mm; height: 10mm"></picture>`,
);

const fiveHundred = page(
  'Five hundred pages',
  repeat(500, (index) => `<h1 style="break-after: page">Page ${index + 1}</h1>`),
);

export const layout: readonly GalleryDocument[] = [
  { name: 'grid', html: grid, options: margins(), expected: { pages: 1, text: { 1: ['Card 9'] } } },
  {
    name: 'columns',
    html: columns,
    options: margins(15),
    expected: { pages: [1, 3], text: { 1: ['The morning paper', 'Story 1'] } },
  },
  {
    name: 'page-rules',
    html: pageRules,
    options: { ...margins(0, 0), preferCssPageSize: true },
    expected: { pages: [4, 12], text: { 1: ['Cover'], 2: ['Chapter', '2 / '] } },
  },
  {
    name: 'breaks',
    html: breaks,
    options: margins(),
    expected: {
      pages: 4,
      text: { 2: ['Two', 'Still two'], 3: ['Three'], 4: ['Kept whole', 'A heading stays'] },
    },
  },
  {
    name: 'wide-table',
    html: wideTable,
    options: { paper: { widthMm: 420, heightMm: 297 }, ...margins(12) },
    expected: { pages: [1, 2], text: { 1: ['C40'] } },
  },
  { name: 'long-word', html: longWord, options: margins(), expected: { pages: 1, text: { 1: ['after'] } } },
  {
    name: 'form',
    html: form,
    options: margins(),
    expected: { pages: 1, text: { 1: ['Form controls', 'First choice'] } },
  },
  {
    name: 'background',
    html: background,
    options: margins(0, 0),
    expected: { pages: 1, text: { 1: ['Edge to edge'] } },
  },
  {
    name: 'marked-box',
    html: pseudo,
    options: margins(17, 13),
    expected: {
      pages: 1,
      box: { page: 1, colour: [204, 0, 0], leftMm: 50, topMm: 70, widthMm: 60, heightMm: 25 },
    },
  },
  { name: 'canvas', html: canvas, options: margins(), expected: { pages: 1, text: { 1: ['Points: 171'] } } },
  { name: 'svg', html: svg, options: margins(), expected: { pages: 1, text: { 1: ['clipped', 'turned'] } } },
  {
    name: 'transforms',
    html: transforms,
    options: margins(),
    expected: { pages: 1, text: { 1: ['rotated'] } },
  },
  {
    name: 'contents-outline',
    html: toc,
    options: { ...margins(), outline: true, footer: [PAGE_OF_TOTAL] },
    expected: { pages: 7, text: { 7: ['Chapter 6', 'Page 7 of 7'] } },
  },
  {
    name: 'fixed',
    html: fixed,
    options: margins(),
    expected: { pages: [3, 6], text: { 1: ['on every page'], 3: ['on every page'] } },
  },
  {
    name: 'images',
    html: images,
    options: margins(),
    expected: { pages: 1, text: { 1: ['A picture that is not there'] } },
  },
  { name: 'empty', html: empty, options: margins(), expected: { pages: 1 } },
  {
    name: 'fragment',
    html: fragment,
    options: margins(),
    expected: { pages: 1, text: { 1: ['only a paragraph'] } },
  },
  {
    name: 'watermark',
    html: columns,
    options: { ...margins(15), watermark: 'TEST' },
    expected: { pages: [1, 3], text: { 1: ['TEST'] } },
  },
  {
    name: 'five-hundred-pages',
    html: fiveHundred,
    options: { ...margins(20), footer: [PAGE_OF_TOTAL] },
    expected: { pages: 500, text: { 250: ['Page 250', 'Page 250 of 500'], 500: ['Page 500 of 500'] } },
  },
];
