import { band, type GalleryDocument, LOREM, logo, margins, page, PAGE_OF_TOTAL, repeat } from './document.ts';

const money = (cents: number) => `€ ${(cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',')}`;

const items = [
  ['Letterpress cards, 600 gsm', 250, 185],
  ['Envelopes, lined', 250, 62],
  ['Proof on the press', 1, 9_500],
  ['Delivery, insured', 1, 2_450],
] as const;
const total = items.reduce((sum, [, count, cents]) => sum + count * cents, 0);

const invoice = page(
  'Invoice 2026-1043',
  `<header><img src="${logo}" style="height: 12mm" alt="Acme"><address>Acme Printing<br>Quay 14, 20457 Hamburg</address></header>
  <h1>Invoice</h1><p class="muted">No. 2026-1043 · 20 November 2026 · due in 14 days</p>
  <p><b>Ada Lovelace</b><br>12 St James’s Square<br>London SW1Y 4JH</p>
  <table><thead><tr><th>Item<th class="number">Quantity<th class="number">Price<th class="number">Amount</thead>
  ${items.map(([name, count, cents]) => `<tr><td>${name}<td class="number">${count}<td class="number">${money(cents)}<td class="number">${money(count * cents)}`).join('')}
  <tfoot><tr><td colspan="3" class="number">VAT 19 %<td class="number">${money(Math.round(total * 0.19))}
  <tr class="total"><td colspan="3" class="number">Total<td class="number">${money(Math.round(total * 1.19))}</table>
  <p style="margin-top: 8mm">Thank you. ${LOREM}</p>`,
  'header { display: flex; justify-content: space-between; margin-bottom: 14mm } address { font-style: normal; text-align: right; font-size: 8.5pt } .total td { font-weight: 700; font-size: 12pt; border-top: .5mm solid #1c2430; border-bottom: 0 } tfoot { break-inside: avoid }',
);

const letter = page(
  'Letter',
  `<p class="muted" style="font-size: 8pt; border-bottom: .2mm solid #8a94a3; display: inline-block">Acme Printing · Quay 14 · 20457 Hamburg</p>
  <p style="height: 32mm">Grace Hopper<br>1 Compiler Way<br>Arlington VA 22202</p><p style="text-align: right">Hamburg, 20 November 2026</p>
  <p><b>Your question about paper</b></p><p>Dear Admiral Hopper,</p>${repeat(3, () => `<p>${LOREM}</p>`)}<p>Yours sincerely</p>
  <svg width="45mm" height="14mm" viewBox="0 0 180 56"><path d="M4 40C30-10 40 60 60 30S90 8 100 36s30-30 40-12 20 14 36 2" fill="none" stroke="#1d3fae" stroke-width="2.4"/></svg><p>Johannes G.</p>`,
  'body { font-family: Georgia, "Times New Roman", serif; font-size: 11pt } p { hyphens: auto }',
);

const statement = page(
  'Statement of account',
  `<h1>Statement of account</h1><p class="muted">1 January to 31 December 2026</p><table><thead><tr><th>Date<th>Booking<th>Reference<th class="number">Amount<th class="number">Balance</thead>${repeat(
    1_670,
    (row) =>
      `<tr><td>2026-${String(1 + (Math.floor(row / 174) % 12)).padStart(2, '0')}-${String(1 + (row % 28)).padStart(2, '0')}<td>Booking ${row + 1}<td class="muted">REF ${(row * 7919) % 100_000}<td class="number">${money((row * 3571) % 90_000)}<td class="number">${money((row * 104_729) % 9_000_000)}`,
  )}</table>`,
);

const report = page(
  'Quarterly report',
  `<h1>Third quarter</h1><div class="charts"><figure><svg viewBox="0 0 320 160">${repeat(
    8,
    (bar) =>
      `<rect x="${8 + bar * 39}" y="${150 - 18 * ((bar * 5) % 8) - 10}" width="28" height="${18 * ((bar * 5) % 8) + 10}" rx="3" fill="${bar % 2 ? '#0b5fff' : '#7aa7ff'}"/>`,
  )}<line x1="0" x2="320" y1="150" y2="150" stroke="#1c2430"/></svg><figcaption>Orders by week</figcaption></figure>
  <figure><svg viewBox="0 0 320 160"><polyline fill="none" stroke="#e0562d" stroke-width="4" stroke-linejoin="round" points="0,120 45,90 90,104 135,60 180,72 225,40 270,52 320,16"/><line x1="0" x2="320" y1="150" y2="150" stroke="#1c2430"/></svg><figcaption>Revenue</figcaption></figure>
  <figure><svg viewBox="-90 -84 180 168">${pie([38, 27, 20, 15])}</svg><figcaption>By region</figcaption></figure></div>
  <h2>What happened</h2><div style="columns: 3; column-gap: 8mm; column-rule: .2mm solid #d8dee6">${repeat(5, () => `<p>${LOREM}</p>`)}</div>`,
  '.charts { display: grid; grid-template-columns: 3fr 3fr 2fr; gap: 8mm } figure { margin: 0 } svg { width: 100%; height: 52mm } figcaption { text-align: center; font-size: 8.5pt; color: #5b6675 }',
);

function point(at: number): string {
  return `${(80 * Math.cos(at)).toFixed(2)} ${(80 * Math.sin(at)).toFixed(2)}`;
}

function pie(shares: readonly number[]): string {
  const colours = ['#0b5fff', '#7aa7ff', '#e0562d', '#1c2430'];
  let angle = -Math.PI / 2;
  return shares
    .map((share, index) => {
      const end = angle + (share / 100) * 2 * Math.PI;
      const path = `M0 0L${point(angle)}A80 80 0 ${share > 50 ? 1 : 0} 1 ${point(end)}Z`;
      angle = end;
      return `<path d="${path}" fill="${colours[index]}" stroke="#fff" stroke-width="2"/>`;
    })
    .join('');
}

const certificate = page(
  'Certificate',
  `<div class="frame"><p class="muted">This certifies that</p><h1>Katherine Johnson</h1><p>has set type by hand, and has pulled a clean proof</p><p class="seal">✓</p></div>`,
  '.frame { box-sizing: border-box; height: 170mm; border: 1.2mm double #9a7b2f; outline: .4mm solid #9a7b2f; outline-offset: 2.5mm; margin: 4mm; display: grid; place-content: center; text-align: center; font-family: Georgia, serif } h1 { font-size: 38pt; font-weight: 400 } .seal { justify-self: center; width: 24mm; line-height: 24mm; border-radius: 50%; background: #9a7b2f; color: #fff; font-size: 24pt }',
);

const label = page(
  'Shipping label',
  `<b style="font-size: 15pt">PRIORITY</b><p>Margaret Hamilton<br>75 Cambridge Parkway<br>Cambridge MA 02142</p><svg width="70mm" height="18mm" viewBox="0 0 140 36" shape-rendering="crispEdges">${repeat(46, (bar) => `<rect x="${bar * 3}" width="${1 + ((bar * 7) % 3) / 1.5}" height="36"/>`)}</svg><p style="letter-spacing: .3em; font-size: 8pt">00340434161094042557</p>`,
  'body { padding: 5mm } p { margin: 2mm 0 }',
);

const contract = page(
  'Agreement',
  `<h1>Agreement</h1><ol class="clauses">${repeat(24, (clause) => `<li><b>Clause ${clause + 1}.</b> ${LOREM}<ol><li>${LOREM.slice(0, 96)}<li>${LOREM.slice(97, 180)}</ol>`)}</ol>
  <section style="break-inside: avoid"><p>Signed:</p><div style="display: flex; gap: 20mm"><div class="line">Client</div><div class="line">Printer</div></div></section>`,
  '.clauses li { margin-bottom: 3mm } ol ol { list-style: lower-alpha } .line { flex: 1; border-top: .3mm solid; padding-top: 1mm; margin-top: 20mm; font-size: 8pt }',
);

export const business: readonly GalleryDocument[] = [
  {
    name: 'invoice',
    html: invoice,
    options: margins(20),
    expected: {
      pages: 1,
      text: { 1: ['Invoice', 'Ada Lovelace', 'Letterpress cards', money(Math.round(total * 1.19))] },
    },
  },
  {
    name: 'letter',
    html: letter,
    options: margins(25, 25),
    expected: { pages: 1, text: { 1: ['Dear Admiral Hopper', 'Johannes G.'] } },
  },
  {
    name: 'statement',
    html: statement,
    options: {
      ...margins(24, 15, 18),
      header: [
        band(
          '<div style="padding-top: 9mm; border-bottom: .2mm solid #d8dee6"><b>Acme Bank</b> · Statement of account</div>',
        ),
      ],
      footer: [PAGE_OF_TOTAL],
    },
    expected: {
      pages: [50, 70],
      text: {
        1: ['Statement of account', 'Booking 1', 'Page 1 of'],
        2: ['REFERENCE', 'Acme Bank'],
        40: ['REFERENCE', 'Page 40 of'],
      },
    },
  },
  {
    name: 'report-landscape',
    html: report,
    options: { paper: { widthMm: 297, heightMm: 210 }, ...margins(15) },
    expected: { pages: 1, text: { 1: ['Third quarter', 'Orders by week'] } },
  },
  {
    name: 'certificate',
    html: certificate,
    options: { paper: { widthMm: 297, heightMm: 210 }, ...margins(12) },
    expected: { pages: 1, text: { 1: ['Katherine Johnson'] } },
  },
  {
    name: 'label',
    html: label,
    options: { paper: { widthMm: 100, heightMm: 75 }, ...margins(0, 0) },
    expected: { pages: 1, text: { 1: ['PRIORITY', '00340434161094042557'] } },
  },
  {
    name: 'contract',
    html: contract,
    options: { ...margins(22), footer: [PAGE_OF_TOTAL] },
    expected: { pages: [4, 8], text: { 1: ['Clause 1', 'Page 1 of'] } },
  },
];
