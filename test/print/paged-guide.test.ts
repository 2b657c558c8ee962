import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compose } from '../../compose/compose.ts';
import { inProject } from '../../scripts/project.ts';
import { textsOf, usePrinter } from './support/printer.ts';
import { unlimited } from '../support/unlimited.ts';

const printer = usePrinter({ ready: 1, concurrent: 1 });

const guide = readFileSync(inProject('docs/paged-media.md'), 'utf8');
const examples = Array.from(guide.matchAll(/^```html\n(.*?)^```/gms), ([, html = '']) => html);

/** Finds the example with this text. */
function exampleWith(text: string): string {
  const found = examples.filter((html) => html.includes(text));
  if (found.length !== 1 || found[0] === undefined) throw new Error(`${found.length} examples have ${text}`);
  return found[0];
}

/** Prints with the default options, as most readers of the guide do. */
async function print(html: string, data: Record<string, unknown> = {}) {
  const { job } = compose({
    meter: unlimited(),
    content: html,
    template: { name: 'guide', settings: {} },
    templating: undefined,
    data,
    options: { report: true },
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  });
  const printed = await printer.print(job);
  return { texts: await textsOf(printed), warnings: printed.report.warnings };
}

const items = Array.from({ length: 90 }, (_, index) => ({ name: `Item ${index}`, amount: '10.50' }));

test.each(examples.map((html, index) => [index + 1, html] as const))(
  'example %d of the guide prints without a warning',
  async (_, html) => {
    const { warnings } = await print(html, { items });
    // An example is a part of a document: what it refers to may be elsewhere.
    expect(warnings.filter(({ code }) => code !== 'REFERENCE_MISSING' && code !== 'DEAD_LINKS')).toEqual([]);
  },
);

test('the table of contents and the references have page numbers', async () => {
  const contents = await print(exampleWith('<h1 id="results">'));
  expect(contents.texts[0]).toMatch(/^Introduction\s?\.+3 Results\s?\.+5$/);
  const reference = await print(`${exampleWith('a.title::before')}<h1 id="results">Weights</h1>`);
  expect(reference.texts[0]).toContain('See the results on page 1, or the chapter “Weights”.');
  expect(reference.texts[0]).toContain('This is page 1 of 1.');
});

test('the index has the pages 3, 7–9', async () => {
  const pages = [3, 7, 8, 8, 9];
  const marks = pages.map(
    (page, index) =>
      `<p style="${page === pages[index - 1] ? '' : 'break-before: page'}" id="ink-${index + 1}">x`,
  );
  const blank = '<p style="break-before: page">-';
  const body = [blank, marks[0], blank.repeat(3), ...marks.slice(1)].join('');
  expect((await print(exampleWith('data-range-separator') + body)).texts[0]).toBe('Ink, 3, 7–9');
});

test('margin boxes show the running titles and the page numbers', async () => {
  const words = '<h1>Metals</h1><dl><dt>Iron<dt>Zinc</dl>';
  const [titles] = (await print(exampleWith('string(word, last)') + words)).texts;
  expect(titles).toContain('Metals Iron – Zinc');
  const { texts } = await print(exampleWith('@page front'));
  expect(texts[0]).toMatch(/^i Preface\s?\.+i Preface$/);
  expect(texts.slice(1)).toEqual(['', '1 The first chapter is on page 1.']);
});
