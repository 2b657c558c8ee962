import { describe, expect, test } from 'vitest';
import { findInPreview, findInSource } from '../../../../dashboard/pages/templates/locate/locate.ts';
import { listPieces } from '../../../../dashboard/pages/templates/locate/source-pieces.ts';

const CONTENT = `<!doctype html>
<html><head><title>Invoice title</title><style>p { color: red }</style></head>
<body>
<h1>Invoice {{number}}</h1>
<!-- Payment note -->
<p>{{customer.name}}, M&uuml;nchen &amp; more</p>
{{#each items}}<p>{{title}}: {{currency price "EUR"}}</p>{{/each}}
<p>Issued on {{formatDate issued "long"}}</p>
<p>Payment is due within fourteen days of the date of this invoice.</p>
<p>Thank you</p>
<p>Thank you</p>
</body></html>`;

const DATA = {
  number: '2026-0417',
  customer: { name: 'Köhler GmbH' },
  items: [
    { title: 'Poster', price: 24.5 },
    { title: 'Shipping', price: 1234.5 },
  ],
  issued: '2026-04-17',
};

const settings = { footer: { content: '<p>Presswerk Studio, Leipzig</p>' } };

/** The source that a click on the text selects. */
function sourceOf(text: string, fraction = 0.5, before: readonly string[] = []): string | null {
  const found = findInSource({ text, fraction, before }, { content: CONTENT, settings }, DATA);
  if (found === null) return null;
  const source = found.tab === 'html' ? CONTENT : settings.footer.content;
  return `${found.tab}: ${source.slice(found.from, found.to).trim()}`;
}

describe('a click on a text of the preview', () => {
  test.each([
    ['a text', 'Thank you', 'html: Thank you'],
    ['a text in another case, with a ligature', 'INVOICE', 'html: Invoice'],
    [
      'a line of a paragraph',
      'within fourteen days of',
      'html: Payment is due within fourteen days of the date of this invoice.',
    ],
    ['a value', 'Köhler GmbH', 'html: {{customer.name}}'],
    ['a value in a list', 'Shipping', 'html: {{title}}'],
    ['an amount in a format of its own', '1.234,50 €', 'html: {{currency price "EUR"}}'],
    ['a text of the footer', 'Presswerk Studio, Leipzig', 'footer: Presswerk Studio, Leipzig'],
    ['a text and a value in one', 'Invoice 2026-0417', 'html: {{number}}'],
  ])('finds the source of %s', (_, text, source) => {
    expect(sourceOf(text)).toBe(source);
  });

  test('finds a value in another form behind the text before it', () => {
    expect(sourceOf('17 April 2026', 0.6, ['Issued on', 'Poster'])).toBe(
      'html: {{formatDate issued "long"}}',
    );
  });

  test('finds the nearest of equal texts', () => {
    const at = (fraction: number) =>
      findInSource({ text: 'Thank you', fraction, before: [] }, { content: CONTENT, settings }, DATA)?.from;
    expect(at(0.1)).toBe(CONTENT.indexOf('Thank you'));
    expect(at(1)).toBe(CONTENT.lastIndexOf('Thank you'));
  });

  test.each(['Payment note', 'p { color: red }', 'Drawn by a script'])(
    'finds nothing for %j, which the HTML does not print',
    (text) => {
      expect(sourceOf(text)).toBeNull();
    },
  );
});

describe('the cursor in the HTML', () => {
  const printed = [
    { text: 'Invoice 2026-0417', fraction: 0.05 },
    { text: 'Köhler GmbH', fraction: 0.2 },
    { text: 'Thank you', fraction: 0.85 },
    { text: 'Thank you', fraction: 0.9 },
  ];
  const shown = (marker: string, from = CONTENT.indexOf(marker)) =>
    findInPreview(CONTENT, from + 1, DATA).find(printed);

  test('shows the text or the value that it is in', () => {
    expect(shown('Invoice {{')).toBe(0);
    expect(shown('{{customer.name}}')).toBe(1);
    expect(shown('Thank you')).toBe(2);
    expect(shown('Thank you', CONTENT.lastIndexOf('Thank you'))).toBe(3);
  });

  test('shows nothing behind the last text, or if the text is not printed', () => {
    expect(findInPreview(CONTENT, CONTENT.length, DATA).find(printed)).toBe(-1);
    expect(shown('Payment is due')).toBe(-1);
  });
});

test.each(['<p>a', '{{a', '<!-- a', '<style>p{}', '{{{a}}', '', '<', '{{#each a}}{{'])(
  'a source that is being typed ends: %j',
  (source) => {
    const pieces = listPieces(source);
    expect(pieces.every(({ from, to }) => from < to && to <= source.length)).toBe(true);
  },
);
