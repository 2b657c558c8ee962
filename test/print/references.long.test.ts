import { describe, expect, test } from 'vitest';
import { jobOf } from './support/jobs.ts';
import { type Printed, textsOf, usePrinter } from './support/printer.ts';

const printer = usePrinter();

/**
 * A page has 52 lines of 20 px. The letters are no higher than their lines: the box of a word that is higher begins on the page
 * before, and has its number. The numbers of the contents end with a character that no title has.
 */
const STYLE = `<!doctype html><style>
  body { margin: 0; font: 14px/20px monospace } p, ul { margin: 0 } h2 { margin: 0; font-size: 14px }
  nav { break-after: page } nav a::after { content: ' : ' target-counter(attr(href), page) ' ;' }
  nav a.entry { display: block } nav a.entry::after { content: leader('.') ' : ' target-counter(attr(href), page) ' ;' }
</style>`;

const lines = (count: number): string => '<p>Line'.repeat(count);

async function readPages(printed: Printed): Promise<string[]> {
  const texts = await textsOf(printed);
  return texts.map((text) => text.replaceAll(' ', ''));
}

/** Each heading has the text `Target<index>X`, and each entry of the contents `Entry<index>`. */
function findWrong(pages: readonly string[], count: number): string[] {
  const all = pages.join('');
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const page = pages.findIndex((text) => text.includes(`Target${index}X`)) + 1;
    const shown = new RegExp(`Entry${index}\\.*:(\\d*);`).exec(all)?.[1];
    return page > 0 && shown === `${page}` ? [] : [`${index} is on page ${page}, printed as ${shown}`];
  });
}

const contentsOf = (count: number, name = 'entry'): string =>
  `<nav>${Array.from({ length: count }, (_, index) => `<a class="${name}" href="#t${index}">Entry${index}</a> `).join('')}</nav>`;

test('300 headings on 500 pages have the right numbers', async () => {
  const chapters = Array.from({ length: 300 }, (_, index) => {
    const breaks = index % 3 === 0 ? ' style="break-before: page"' : '';
    return `<h2 id="t${index}"${breaks}>Target${index}X</h2>${lines(40 + ((index * 37) % 91))}`;
  });
  const printed = await printer.print(jobOf(STYLE + contentsOf(300) + chapters.join('')), {
    deadline: Date.now() + 120_000,
  });
  expect(printed.document.pageCount).toBeGreaterThan(500);
  expect(findWrong(await readPages(printed), 300)).toEqual([]);
});

test('contents that grow by a page because their numbers get wider have the right numbers', async () => {
  const chapters = Array.from(
    { length: 230 },
    (_, index) => `<h2 id="t${index}" style="break-before: page">Target${index}X</h2>`,
  );
  const style = `${STYLE}<style>nav { width: 400px }</style>`;
  const short = style.replaceAll('counter(attr(href), page)', 'text(attr(data-none))');
  const without = await printer.print(jobOf(short + contentsOf(230, 'inline') + chapters.join('')));
  const printed = await printer.print(jobOf(style + contentsOf(230, 'inline') + chapters.join('')));
  expect(printed.document.pageCount).toBeGreaterThan(without.document.pageCount);
  expect(findWrong(await readPages(printed), 230)).toEqual([]);
});

const KINDS: Readonly<Record<string, (id: string, text: string) => string>> = {
  'a heading': (id, text) => `<h2 id="${id}">${text}</h2>`,
  'a heading with a margin': (id, text) => `<h2 id="${id}" style="margin-top: 50px">${text}</h2>`,
  'a heading with padding': (id, text) => `<h2 id="${id}" style="padding-top: 30px">${text}</h2>`,
  'a heading that stays with its text': (id, text) =>
    `<h2 id="${id}" style="break-after: avoid">${text}</h2><p>Text`,
  'a heading of two lines': (id, text) => `<h2 id="${id}">${text}<br>second line</h2>`,
  'a section': (id, text) =>
    `<section id="${id}"><h2 style="break-after: avoid">${text}</h2><p>Text</section>`,
  'a section whose heading breaks the page': (id, text) =>
    `<section id="${id}"><h2 style="break-before: page">${text}</h2></section>`,
  'a word': (id, text) => `<p>Words <span id="${id}">${text}</span>`,
  'an empty link in a heading': (id, text) => `<h2><a id="${id}"></a>${text}</h2>`,
  'a row': (id, text) => `<table><tr id="${id}"><td>${text}<td>b</table>`,
  'a floating heading': (id, text) =>
    `<h2 id="${id}" style="float: left">${text}</h2><div style="clear: left"></div>`,
  'an item of a flexible box': (id, text) => `<div style="display: flex"><h2 id="${id}">${text}</h2></div>`,
  'a figure': (id, text) =>
    `<figure id="${id}" style="margin: 0; height: 60px; break-inside: avoid">${text}</figure>`,
  'a list item': (id, text) => `<ul><li id="${id}">${text}</ul>`,
  'a box whose content has boxes': (id, text) =>
    `<section id="${id}" style="display: contents"><h2>${text}</h2></section>`,
};

describe('at each line of a page, until after its last', () => {
  test.each(Object.keys(KINDS))('%s has the right number', async (kind) => {
    const count = 54;
    const places = Array.from(
      { length: count },
      (_, index) =>
        `<div style="break-before: page">${lines(index)}</div>${KINDS[kind]?.(`t${index}`, `Target${index}X`) ?? ''}`,
    );
    const printed = await printer.print(jobOf(STYLE + contentsOf(count) + places.join('')));
    expect(findWrong(await readPages(printed), count)).toEqual([]);
  });
});
