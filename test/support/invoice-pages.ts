import type { PrintedInvoice, PrintedValue } from '@platen/pdf';
import type { InvoiceData } from '../../packages/e-invoice/index.ts';
import type { Random } from './random.ts';

/** Each prints numbers and dates in its own way. */
export const LOCALES = ['en-US', 'en-GB', 'de-DE', 'fr-FR', 'it-IT', 'es-ES', 'pl-PL', 'de-CH'] as const;

type Locale = (typeof LOCALES)[number];

/** The names of the dates of issue and payment, in each language. */
const DATE_LABELS: Readonly<Record<string, readonly (readonly [issued: string, due: string])[]>> = {
  en: [
    ['Invoice date', 'Due date'],
    ['Date of issue', 'Payable by'],
  ],
  de: [
    ['Rechnungsdatum', 'Fällig am'],
    ['Ausgestellt am', 'Zahlbar bis'],
  ],
  fr: [
    ['Date de la facture', 'Date d’échéance'],
    ["Date d'émission", 'À régler avant le'],
  ],
  it: [['Data fattura', 'Scadenza']],
  es: [
    ['Fecha de factura', 'Vencimiento'],
    ['Fecha de emisión', 'Fecha de vencimiento'],
  ],
  pl: [['Data wystawienia', 'Termin płatności']],
};

const ITEMS = [
  'Design',
  'Consulting',
  'USB cable 2 m',
  'Prüfung der Anlage nach DIN 4711',
  'Papier A4, 80 g/m², 500 Blatt',
  'Hébergement du site',
  'Aplikacja mobilna — etap 2',
  'Software licence, annual subscription for up to 25 users and all of their devices',
  'Müllgebühr',
  'Ñandú',
] as const;
const NAMES = [
  'Presswerk Studio GmbH',
  'Köhler & Söhne',
  'Société Générale d’Édition',
  "O'Neill, Ltd.",
  'Żółw S.A.',
];
const IBANS = ['DE89370400440532013000', 'FR1420041010050500013M02606', 'PL61109010140000071219812874'];

const day = (random: Random): string =>
  `2026-${String(1 + random.below(12)).padStart(2, '0')}-${String(1 + random.below(28)).padStart(2, '0')}`;

/** An invoice that the rules of EN 16931 allow. */
export function randomInvoice(random: Random): InvoiceData {
  const quantities = [1, 2, 3, 12, 1.5, 0.25, 40, 1000, 2500];
  return {
    number: `${random.pick(['R', 'INV', '2026'])}-${random.pick(['', '0'])}${1 + random.below(9_999)}`,
    issueDate: day(random),
    dueDate: day(random),
    currency: 'EUR',
    buyerReference: 'PO 88-2041',
    seller: {
      name: random.pick(NAMES),
      vatId: 'DE312845907',
      address: { line1: 'Gerberstraße 14', postCode: '04105', city: 'Leipzig', country: 'DE' },
    },
    buyer: {
      name: random.pick(NAMES),
      address: { line1: 'Große Bleichen 21', postCode: '20354', city: 'Hamburg', country: 'DE' },
    },
    delivery: { date: day(random) },
    payment: [{ meansCode: '58', iban: random.pick(IBANS) }],
    lines: Array.from({ length: 1 + random.below(random.pick([1, 4, 30])) }, () => ({
      name: random.pick(ITEMS),
      ...(random.chance(0.3) && { description: 'With 2 years of support, as agreed on the phone' }),
      quantity: random.pick(quantities),
      unit: 'C62',
      netPrice: random.pick([65, 19.9, 1250, 0.5, 999.99, 100]),
      vat: { category: 'S', rate: random.pick([7, 19]) },
    })),
  };
}

interface Page {
  readonly data: InvoiceData;
  readonly shown: PrintedInvoice;
  readonly locale: Locale;
  readonly random: Random;
  /** Prints each of the dates of issue and payment beside the name of the other. */
  readonly isSwapped?: boolean;
}

/** Prints an invoice as its locale writes it. */
export function toPage({ data, shown, locale, random, isSwapped = false }: Page): string {
  const dateStyle = random.pick(['short', 'medium', 'long'] as const);
  const date = (iso: string | null = ''): string =>
    new Intl.DateTimeFormat(locale, { dateStyle, timeZone: 'UTC' }).format(new Date(`${iso}T00:00:00Z`));
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  const isRaised = random.chance(0.1);
  const amounts = new Intl.NumberFormat(
    locale,
    random.pick([
      { style: 'currency', currency: 'EUR' },
      { minimumFractionDigits: 2, maximumFractionDigits: 2 },
    ]),
  );
  const money = {
    format: (value: number): string =>
      isRaised ? amounts.format(value).replace(/[.,](\d\d)(?=\D*$)/, '<sup>$1</sup>') : amounts.format(value),
  };
  const amountOf = (term: string): string =>
    money.format(Number(shown.values.find((one) => one.term === term)?.value ?? '0'));
  const lines = (data.lines ?? []).map((line, index) => ({
    position: String(index + 1),
    name: `<b>${escape(line.name ?? '')}</b>${line.description ? `<br><small>${line.description}</small>` : ''}`,
    quantity: number.format(Number(line.quantity)),
    price: money.format(Number(line.netPrice)),
    rate: `${Number(line.vat?.rate)} %`,
    net: money.format(Number(shown.lines[index]?.numbers.find(({ term }) => term === 'BT-131')?.value)),
  }));
  const layout = random.pick([
    'table',
    'positions',
    'cards',
    'prose',
    'lean',
    lines.length > MAX_COLUMNS ? 'table' : 'columns',
  ] as const);
  const cells: Record<typeof layout, (line: (typeof lines)[number]) => string> = {
    table: (one) =>
      `<tr><td>${one.name}<td>${one.quantity}<td>${one.price}<td>${one.rate}<td>${one.net}</tr>`,
    positions: (one) =>
      `<tr><td>${one.position}<td>${one.quantity}<td>h<td>${one.name}<td>${one.price}<td>${one.net}</tr>`,
    cards: (one) => `<div class=card>${one.name}<p>${one.quantity} × ${one.price}</p><p>${one.net}</p></div>`,
    prose: (one) => `<p>${one.quantity} × ${one.name}: ${one.net}</p>`,
    lean: (one) => `<tr><td>${one.name}<td>${one.quantity}<td>${one.net}</tr>`,
    columns: () => '',
  };
  const rows = layout === 'columns' ? toColumns(lines) : lines.map(cells[layout]).join('');
  const [issued, due] = random.pick(DATE_LABELS[locale.slice(0, 2)] ?? []);
  const dates = isSwapped ? [data.dueDate, data.issueDate] : [data.issueDate, data.dueDate];
  const labelled =
    isSwapped || random.chance(0.5)
      ? random.pick([
          `<p>${issued}: ${date(dates[0])}<p>${due} ${date(dates[1])}`,
          `<p>${issued} ${date(dates[0])}, ${due}: ${date(dates[1])}`,
          `<table><tr><td>${due}<td>${date(dates[1])}<tr><td>${issued}<td>${date(dates[0])}</table>`,
        ])
      : `<p>${date(dates[0])}<p>${date(dates[1])}`;
  const vat = shown.values.find(({ term }) => term === 'BT-110')?.parts ?? [];
  const iban = data.payment?.[0]?.iban ?? '';
  const style = `body { font: 10pt sans-serif } h1 { ${random.pick(['', 'text-transform: uppercase', 'background: #234; color: #fff', 'background: #234; color: #fff; border-radius: 4px', 'background: linear-gradient(#234, #456); color: #fff'])} } table { width: 100% }
    td { padding: ${random.pick([0, 4, 8])}px 3px; ${random.pick(['', 'vertical-align: top', 'text-align: right'])} }
    dl div { display: flex; justify-content: space-between }`;
  return `<!doctype html><html lang="${locale}"><title>Invoice</title><style>${style}</style>
    <p>${escape(data.seller?.name ?? '')} · Gerberstraße 14 · 04105 Leipzig<h1>${escape(data.buyer?.name ?? '')}</h1>
    <h2>No. ${data.number}</h2>${labelled}<p>${date(data.delivery?.date)}
    ${layout === 'cards' || layout === 'prose' ? rows : `<table>${rows}</table>`}
    <dl><div><dt>Net<dd>${amountOf('BT-109')}</div>${vat.map((one) => `<div><dt>VAT<dd>${money.format(Number(one))}</div>`).join('')}
    <div><dt>Total<dd>${amountOf('BT-115')}</div></dl><p>IBAN ${random.pick([iban, iban.replaceAll(/(.{4})/g, '$1 '), iban.replaceAll(/(.{4})(?=.)/g, '$1-')])}`;
}

/** The lines that a table has beside each other. */
const MAX_COLUMNS = 4;

/** Writes lines as the columns of a table. */
function toColumns(
  lines: readonly {
    readonly name: string;
    readonly quantity: string;
    readonly price: string;
    readonly net: string;
  }[],
): string {
  return (['name', 'quantity', 'price', 'net'] as const)
    .map((field) => `<tr><th>${field}${lines.map((one) => `<td>${one[field]}`).join('')}</tr>`)
    .join('');
}

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Changes one value of an invoice, so that its pages do not show it. */
export function withDifference(
  shown: PrintedInvoice,
  random: Random,
): { readonly invoice: PrintedInvoice; readonly field: string } {
  const places = [...shown.values, ...shown.lines.flatMap(({ name, numbers }) => [name, ...numbers])].filter(
    ({ term }) => random.chance(0.9) || term === 'BT-1',
  );
  const chosen = random.pick(places);
  // Without another date, nobody knows whether 09/04/2026 is in April or in September.
  const dates = shown.values.flatMap(({ value }) => [value, value.replace(/-(\d\d)-(\d\d)$/, '-$2-$1')]);
  let value = differing(chosen, random);
  // Nor which 2 is the quantity of "USB cable 2 m".
  const own = shown.lines.find(({ numbers }) => numbers.includes(chosen));
  const others = own === undefined ? [] : [own.name.value, ...own.others];
  const known = [...dates, ...others.flatMap((text) => text.match(/\d+(?:\.\d+)?/g) ?? [])];
  while (known.includes(value)) value = differing(chosen, random);
  const changed = { ...chosen, value, parts: [] };
  const swap = (one: PrintedValue): PrintedValue => (one === chosen ? changed : one);
  return {
    field: chosen.field,
    invoice: {
      values: shown.values.map(swap),
      lines: shown.lines.map((line) => ({
        ...line,
        name: swap(line.name),
        numbers: line.numbers.map(swap),
      })),
    },
  };
}

function differing({ kind, value }: PrintedValue, random: Random): string {
  if (kind === 'number')
    return String(Math.round((Number(value) + random.pick([1, 0.1, 10, 100])) * 100) / 100);
  if (kind === 'text') return random.pick([`${value}s`, value.slice(1), value.replace(/.(?=.)/, 'Q')]);
  const at = kind === 'date' ? random.pick([3, 6, 9]) : value.length - 1 - random.below(3);
  const digit = value[at] ?? '0';
  if (kind === 'date' && at === 6)
    return value.slice(0, 5) + (value.slice(5, 7) === '07' ? '08' : '07') + value.slice(7);
  return (
    value.slice(0, at) +
    (digit === '9' ? '1' : /\d/.test(digit) ? String(Number(digit) + 1) : '7') +
    value.slice(at + 1)
  );
}
