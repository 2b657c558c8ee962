import { describe, expect, test } from 'vitest';
import { readPdf } from '../../scripts/pdf/pdf-document.ts';
import { type JobChanges, jobOf } from './support/jobs.ts';
import { type Printed, usePrinter } from './support/printer.ts';
import { useWebServer } from './support/web-server.ts';

const printer = usePrinter();

const server = useWebServer((_, response) =>
  response
    .writeHead(200, { 'content-type': 'text/css', 'access-control-allow-origin': '*' })
    .end('@page { margin: 20mm 45mm } h1 { string-set: title content() }'),
);

const MM_PER_POINT = 25.4 / 72;

/** How far a number may be from the end of its line. */
const SLACK_MM = 1;

const STYLE = `body { margin: 0; font: 16px sans-serif } nav a { display: block }
  nav a::after { content: leader('.') target-counter(attr(href), page) } h2 { break-before: page }`;

const bookOf = (style: string, entry = 'Chapter'): string =>
  `<!doctype html><style>${STYLE} ${style}</style><nav><a href="#x">${entry}</a><a href="#x">Another, longer ${entry}</a></nav><h2 id="x">x</h2>`;

/** Of each line of the first page, where it ends, and its text. */
const readLines = ({ bytes }: Printed): Promise<{ text: string; endMm: number }[]> =>
  readPdf(bytes, async (document) => {
    const { items } = await (await document.getPage(1)).getTextContent();
    const lines = new Map<number, { text: string; endMm: number }>();
    for (const item of items) {
      if (!('str' in item) || item.str.trim() === '') continue;
      const [, , , , x = 0, y = 0] = item.transform as number[];
      const line = lines.get(Math.round(y)) ?? { text: '', endMm: 0 };
      const endMm = Math.max(line.endMm, (x + item.width) * MM_PER_POINT);
      lines.set(Math.round(y), { text: line.text + item.str, endMm });
    }
    return [...lines.values()];
  });

async function expectEnds(html: string, changes: JobChanges, endMm: number): Promise<void> {
  const lines = await readLines(await printer.print(jobOf(html, changes)));
  expect(lines.map(({ text }) => text)).toEqual([
    expect.stringMatching(/\.{5,}2$/),
    expect.stringMatching(/\.{5,}2$/),
  ]);
  for (const line of lines) expect(Math.abs(line.endMm - endMm), line.text).toBeLessThan(SLACK_MM);
}

const NO_MARGIN = { topMm: 0, rightMm: 0, bottomMm: 0, leftMm: 0 };
const BY_DOCUMENT: JobChanges = { contentMargin: NO_MARGIN, documentMargin: true };

describe('a leader ends where the line ends on paper', () => {
  test.each([
    ['with the margins of the job', '', {}, 200],
    ['with margins of the document', '@page { margin: 20mm 45mm }', BY_DOCUMENT, 165],
    [
      'with a variable',
      ':root { --m: 30mm } @page { margin: 20mm; margin-right: var(--m) }',
      BY_DOCUMENT,
      180,
    ],
    ['with a percentage', '@page { margin: 10% }', BY_DOCUMENT, 189],
    [
      'with another paper',
      '@page { size: A5 landscape; margin: 1in }',
      { ...BY_DOCUMENT, preferCssPageSize: true },
      184.6,
    ],
    [
      'with a paper of its own size',
      '@page { size: 120mm 180mm; margin: 10mm }',
      { ...BY_DOCUMENT, preferCssPageSize: true },
      110,
    ],
    [
      'on a page with a name',
      '@page { margin: 20mm } @page front { margin: 20mm 60mm } nav { page: front }',
      BY_DOCUMENT,
      150,
    ],
    ['on a smaller scale', '@page { margin: 20mm }', { ...BY_DOCUMENT, scale: 0.5 }, 190],
  ])('%s', (_, style, changes, endMm) => expectEnds(bookOf(style), changes, endMm));

  test('with margins of a linked style sheet from another server', () => {
    const link = `<link rel="stylesheet" href="${server.url('/book.css')}">`;
    const html = bookOf('@page :left { margin: 10mm }').replace('<nav>', `${link}<nav>`);
    return expectEnds(html, BY_DOCUMENT, 165);
  });

  test('after a box with padding', () =>
    expectEnds(bookOf('', '<code style="padding: 0 30px; border: 3px solid">code</code>'), {}, 200));

  const titlesOf = (style: string, title: string): string =>
    `${bookOf(style).replace(/<nav>.*/s, '')}<nav><a href="#x"></a><a href="#y"></a></nav><h2 id="x">${title} <i id="y">${title}</i></h2>`;
  const BEFORE = 'nav a::before { content: target-text(attr(href)) }';

  test.each([
    ['after the text of ::before', BEFORE],
    [
      'after a text in the same box',
      "nav a::after { content: target-text(attr(href)) leader('.') target-counter(attr(href), page) }",
    ],
  ])('%s', (_, style) => expectEnds(titlesOf(style, 'Our offer'), {}, 200));

  test('after a text of ::before that is longer than a line', async () => {
    const html = titlesOf(BEFORE, 'our offer '.repeat(8).trim());
    const [first, second, ...others] = await readLines(await printer.print(jobOf(html)));
    expect(others).toMatchObject([{ text: expect.stringMatching(/^our offer[our fe]*\.{5,}2$/) }]);
    expect(first?.text).not.toContain('.');
    expect(second?.endMm).toBeCloseTo(200, 0);
    expect(others[0]?.endMm).toBeCloseTo(200, 0);
  });
});
