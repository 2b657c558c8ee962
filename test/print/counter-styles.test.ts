import { expect, test } from 'vitest';
import { formatCounter } from '../../packages/print-engine/in-page/scripts/paged/format-counter.ts';
import { PREDEFINED } from '../../packages/print-engine/in-page/scripts/paged/predefined-styles.ts';
import { PrintPage } from '../../packages/print-engine/pages/print-page.ts';
import { bandOf, jobOf, sides } from './support/jobs.ts';
import { textsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

/** In milliseconds. */
const TIMEOUT_MS = 30_000;

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const VALUES = [
  ...range(0, 31),
  -12,
  -1,
  99,
  100,
  101,
  110,
  115,
  116,
  200,
  304,
  400,
  555,
  609,
  999,
  1_000,
  1_001,
  1_010,
  1_100,
  1_234,
  2_024,
  3_999,
  4_000,
  5_015,
  9_999,
  10_000,
  10_999,
  19_999,
  20_000,
  78_010,
  100_001,
  999_999,
];

test('numbers are written in all predefined styles as Chromium writes them', async () => {
  const page = await PrintPage.open(await printer.chromium.connect(), 'fast');
  // Chromium writes `upper-greek` as decimal.
  const styles = [...PREDEFINED.keys(), 'unknown'].filter((style) => style !== 'upper-greek');
  const rules = styles.map((style, index) => `.s${index}::before { content: '<' counter(n, ${style}) '>' }`);
  const counters = styles.flatMap((_, index) =>
    VALUES.map((value) => `<p class="s${index}" style="counter-reset: n ${value}"></p>`),
  );
  await page.setContent(`<!doctype html><style>${rules.join('')}</style>${counters.join('')}`, TIMEOUT_MS);
  const { strings, documents } = await page.send(
    'DOMSnapshot.captureSnapshot',
    { computedStyles: [] },
    TIMEOUT_MS,
  );
  const texts = documents.flatMap(({ layout }) => layout.text.map((index) => strings[index] ?? ''));
  const shown = Array.from(texts.join('').matchAll(/<([^>]*)>/g), ([, text]) => text);
  const written = styles.flatMap((style) => VALUES.map((value) => formatCounter(value, style)));
  await page.dispose();
  expect(shown).toEqual(written);
});

const OWN_STYLES = `
  @counter-style dice { system: fixed; symbols: 'one' 'two'; fallback: lower-roman }
  @counter-style bars { system: symbolic; symbols: 'I' 'J'; range: 1 5; fallback: dozens }
  @counter-style dozens { system: additive; additive-symbols: 12 'D', 1 'd'; pad: 4 '.' }
  @counter-style more { system: extends upper-roman; range: 1 infinite }
  @counter-style loop { system: extends loop }`;

test.each([
  [0, 'lower-roman', '0'],
  [4_000, 'upper-roman', '4000'],
  [4_000, 'more', 'MMMM'],
  [0, 'hebrew', 'אפס'],
  [0, 'disc', '•'],
  [0, 'none', ''],
  [2, 'dice', 'two'],
  [3, 'dice', 'iii'],
  [4, 'bars', 'JJ'],
  [14, 'bars', '.Ddd'],
  [7, 'loop', '7'],
])('page %i in the style %s is the same wherever it is shown', async (number, style, expected) => {
  const html = `<!doctype html><style>${OWN_STYLES}
    @page { margin: 20mm; @top-left { content: 'box(' counter(page, ${style}) ')' } }
    a::after { content: 'page(' target-counter(attr(href), page, ${style}) ')' }
    a::before { content: 'counter(' target-counter(attr(href), n, ${style}) ')' }
    i::after { content: 'own(' counter(n, ${style}) ')' }</style>
    <p><a href="#t"></a> text(<b class="pageNumber"></b>) styled(<b class="pageNumber" data-style="${style}"></b>)
    <i id="t" style="counter-reset: n ${number}"></i>`;
  const footer = bandOf('band(<b class="pageNumber"></b>)');
  const job = jobOf(html, { firstPageNumber: number, footer, contentMargin: sides(0), documentMargin: true });
  const [text = ''] = await textsOf(await printer.print(job));
  const shown = Object.fromEntries(
    Array.from(text.replaceAll(' ', '').matchAll(/(\w+)\(([^)]*)\)/g), ([, place, value]) => [place, value]),
  );
  const places = ['box', 'page', 'counter', 'own', 'text', 'styled', 'band'];
  expect(shown).toEqual(Object.fromEntries(places.map((place) => [place, expected])));
});
