import type { JobChanges } from './jobs.ts';
import { bandOf } from './jobs.ts';

/** A document with footnotes, made from a seed. */
export interface NotedDocument {
  readonly name: string;
  readonly html: string;
  readonly changes: JobChanges;
  /** The number that is printed for each note, in the order of the document. */
  readonly numbers: readonly number[];
}

/** Each word of a note begins with "q", and no word of the text does. Tests find the notes in a PDF by this letter. */
const WORDS =
  'lorem ipsum dolor sit amet elit sed do eiusmod tempor magna aliqua enim minim veniam nostrud'.split(' ');
const NOTE_WORDS = 'quae quid quod quis quam quo quibus quantum quoque quasi'.split(' ');

/** Writes parts of a document. All that is random depends on the seed. */
class Writer {
  readonly numbers: number[] = [];
  #state: number;
  #number = 0;

  constructor(seed: number) {
    this.#state = seed * 7919 + 17;
  }

  random(least: number, most: number): number {
    this.#state = (this.#state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return least + Math.floor((this.#state / 2_147_483_648) * (most - least + 1));
  }

  words(count: number, from: readonly string[] = WORDS): string {
    return Array.from({ length: count }, () => from[this.random(0, from.length - 1)]).join(' ');
  }

  restart(): string {
    this.#number = 0;
    return '';
  }

  /** Returns a note that begins with `q7`. The text before its call is `c7`. */
  note(words = this.random(3, 40), tag = 'span'): string {
    const index = this.numbers.length;
    this.numbers.push((this.#number += 1));
    return `c${index}<${tag} class="fn">q${index} ${this.words(words, NOTE_WORDS)}</${tag}>`;
  }

  /** @param notes how many notes 100 words have */
  text(words: number, notes = 2): string {
    return Array.from({ length: Math.ceil(words / 10) }, () => {
      const note = this.random(1, 1000) <= notes * 100 ? ` ${this.note()}` : '';
      return `${this.words(10)}${note}`;
    }).join(' ');
  }

  paragraph(notes = 2, attributes = ''): string {
    return `<p ${attributes}>${this.text(this.random(30, 120), notes)}</p>`;
  }

  paragraphs(count: number, notes = 2, attributes = ''): string {
    return Array.from({ length: count }, () => this.paragraph(notes, attributes)).join('');
  }

  repeat(count: number, write: (index: number) => string): string {
    return Array.from({ length: count }, (_, index) => write(index)).join('');
  }
}

type Write = (writer: Writer) => string;

const BASE = `body { margin: 0; font: 11pt/1.4 serif } .fn { float: footnote; font-size: 8.5pt; line-height: 1.3 }`;

interface Kind {
  readonly name: string;
  readonly style?: string;
  readonly changes?: JobChanges;
  readonly write: Write;
}

const table = (writer: Writer, rows: number, notes: number): string =>
  `<table border="1" style="border-collapse: collapse"><thead><tr><th>head<th>head<th>head</tr></thead>${writer.repeat(
    rows,
    () =>
      `<tr><td>${writer.words(2)}<td>${writer.text(writer.random(10, 40), notes)}<td>${writer.words(5)}</tr>`,
  )}</table>`;

const around = (writer: Writer, middle: string): string => middle + writer.paragraphs(8);

const picture = (height: number, style = ''): string =>
  `<img alt="" style="width: 50%; height: ${height}px; background: #ccf; ${style}" src="data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E">`;

const KINDS: readonly Kind[] = [
  { name: 'paragraphs', write: (w) => w.paragraphs(40) },
  { name: 'one note', write: (w) => w.paragraphs(2, 0) + `<p>${w.note()}</p>` + w.paragraphs(30, 0) },
  { name: 'many notes', write: (w) => w.paragraphs(25, 6) },
  { name: 'more notes than text', write: (w) => w.paragraphs(20, 10) },
  {
    name: 'long notes',
    write: (w) => w.repeat(12, () => w.paragraphs(3, 1) + `<p>${w.words(20)} ${w.note(150)}</p>`),
  },
  {
    name: 'justified text',
    style: 'p { text-align: justify; hyphens: auto }',
    write: (w) => w.paragraphs(40),
  },
  { name: 'indented paragraphs', style: 'p { margin: 0; text-indent: 2em }', write: (w) => w.paragraphs(50) },
  { name: 'large lines', style: 'body { line-height: 2 }', write: (w) => w.paragraphs(30) },
  { name: 'orphans and widows', style: 'p { orphans: 4; widows: 4 }', write: (w) => w.paragraphs(40, 3) },
  {
    name: 'headings',
    style: 'h2 { break-after: avoid }',
    write: (w) => w.repeat(12, () => `<h2>${w.words(4)} ${w.note(8)}</h2>${w.paragraphs(w.random(2, 5))}`),
  },
  {
    name: 'chapters on new pages',
    style: 'h1 { break-before: page; break-after: avoid }',
    write: (w) => w.repeat(6, () => `<h1>${w.words(3)}</h1>${w.paragraphs(w.random(2, 12))}`),
  },
  {
    name: 'chapters on right pages',
    style: 'h1 { break-before: right }',
    write: (w) => w.repeat(5, () => `<h1>${w.words(3)}</h1>${w.paragraphs(w.random(2, 12))}`),
  },
  {
    name: 'numbers that restart',
    style: 'section { counter-reset: footnote; break-after: page }',
    write: (w) => w.repeat(4, () => `<section>${w.restart()}${w.paragraphs(w.random(4, 12))}</section>`),
  },
  {
    name: 'paragraphs that do not break',
    style: 'p { break-inside: avoid; background: #eee }',
    write: (w) => w.paragraphs(30),
  },
  {
    name: 'lists',
    write: (w) =>
      `<ol>${w.repeat(18, () => `<li>${w.paragraph()}<ul><li>${w.text(30)}<li>${w.words(8)}</ul></li>`)}</ol>`,
  },
  {
    name: 'quotations',
    style: 'blockquote { border-left: 3px solid; padding-left: 1em; font-style: italic }',
    write: (w) => w.repeat(8, () => `${w.paragraphs(3)}<blockquote>${w.paragraphs(2, 4)}</blockquote>`),
  },
  {
    name: 'definitions',
    write: (w) => `<dl>${w.repeat(40, () => `<dt>${w.words(2)}<dd>${w.text(50)}`)}</dl>`,
  },
  { name: 'a table that fits', write: (w) => w.repeat(5, () => w.paragraphs(4) + table(w, 4, 2)) },
  { name: 'a table over pages', write: (w) => w.paragraphs(2) + around(w, table(w, 45, 1)) },
  { name: 'a table with many notes', write: (w) => w.paragraphs(2) + around(w, table(w, 30, 5)) },
  {
    name: 'a table whose rows do not break',
    style: 'tr { break-inside: avoid }',
    write: (w) => w.paragraphs(3) + around(w, table(w, 40, 2)),
  },
  {
    name: 'a flex row of boxes',
    write: (w) =>
      w.repeat(
        8,
        () =>
          `${w.paragraph()}<div style="display: flex; gap: 10px">${w.repeat(2, () => `<div style="flex: 1; border: 1px solid">${w.text(80, 1)}</div>`)}</div>`,
      ),
  },
  {
    name: 'a grid of cards',
    write: (w) =>
      w.repeat(
        6,
        () =>
          `${w.paragraph()}<div style="display: grid; grid-template-columns: 1fr 1fr 1fr; gap: 8px">${w.repeat(6, () => `<div style="border: 1px solid">${w.text(30, 1)}</div>`)}</div>`,
      ),
  },
  {
    name: 'a box that hides what overflows',
    write: (w) =>
      w.paragraphs(3) +
      around(w, `<div style="overflow: hidden; border: 1px solid">${w.paragraphs(20)}</div>`),
  },
  {
    name: 'a document in one such box',
    write: (w) => `<main style="overflow: hidden">${w.paragraphs(30)}</main>`,
  },
  {
    name: 'a flow root',
    write: (w) => w.paragraphs(2) + around(w, `<div style="display: flow-root">${w.paragraphs(20)}</div>`),
  },
  {
    name: 'columns',
    write: (w) => w.paragraphs(3) + around(w, `<div style="columns: 2">${w.paragraphs(25)}</div>`),
  },
  {
    name: 'figures that do not break',
    style: 'figure { break-inside: avoid }',
    write: (w) =>
      w.repeat(
        10,
        () =>
          `${w.paragraph()}<figure>${picture(w.random(80, 300), 'display: block')}<figcaption>${w.words(6)} ${w.note(12)}</figcaption></figure>`,
      ),
  },
  {
    name: 'pictures in lines',
    write: (w) => w.repeat(12, () => `${w.paragraph()}<p>${picture(w.random(40, 200))} ${w.words(20)}</p>`),
  },
  {
    name: 'floats that are cleared',
    write: (w) =>
      w.repeat(
        8,
        () =>
          `<div style="clear: both"></div><div style="float: left; width: 30%; height: ${w.random(50, 150)}px; background: #cfc"></div>${w.paragraphs(4)}`,
      ),
  },
  {
    name: 'floats on the right',
    write: (w) =>
      w.repeat(
        8,
        () =>
          `<div style="float: right; width: 30%; height: ${w.random(50, 150)}px; background: #cfc"></div>${w.paragraphs(4)}<br style="clear: both">`,
      ),
  },
  {
    name: 'a box with a border',
    write: (w) =>
      w.paragraphs(5) + around(w, `<div style="border: 2px solid; padding: 1em">${w.paragraphs(20)}</div>`),
  },
  { name: 'margins of the body', style: 'body { margin: 2em 3em }', write: (w) => w.paragraphs(30) },
  {
    name: 'large margins and other paper',
    changes: {
      paper: { widthMm: 148, heightMm: 210 },
      contentMargin: { topMm: 20, rightMm: 15, bottomMm: 25, leftMm: 15 },
    },
    write: (w) => w.paragraphs(30),
  },
  { name: 'a scale', changes: { scale: 0.8 }, write: (w) => w.paragraphs(50) },
  {
    name: 'bands',
    changes: {
      header: bandOf('Header'),
      footer: bandOf('Footer'),
      contentMargin: { topMm: 30, rightMm: 10, bottomMm: 30, leftMm: 10 },
    },
    write: (w) => w.paragraphs(30),
  },
  {
    name: 'margin boxes and references',
    style: `@page { @bottom-center { content: counter(page) } } nav a { display: block } nav a::after { content: leader('.') target-counter(attr(href), page) }`,
    write: (w) =>
      `<nav>${w.repeat(30, (i) => `<a href="#h${i % 6}">${w.words(3)}</a>`)}</nav>` +
      w.repeat(6, (i) => `<h2 id="h${i}">${w.words(3)}</h2>${w.paragraphs(6)}`),
  },
  { name: 'text from right to left', style: 'html { direction: rtl }', write: (w) => w.paragraphs(30) },
  {
    name: 'a line that is wider than the page',
    write: (w) => `<p style="white-space: nowrap">${w.words(60)}</p>${w.paragraphs(50)}`,
  },
  {
    name: 'such a line, from right to left',
    style: 'html { direction: rtl }',
    write: (w) => `<p style="white-space: nowrap">${w.words(60)}</p>${w.paragraphs(30)}`,
  },
  {
    name: 'a body that is transformed',
    style: 'body { transform: scale(.9) }',
    write: (w) => w.paragraphs(40),
  },
  {
    name: 'a style for calls and markers',
    style: `.fn::footnote-call { content: counter(footnote); color: red; font-size: 50% } ::footnote-marker { content: counter(footnote) ' ' } @page { @footnote { border-top: 2pt solid blue; padding-top: 6pt; margin-top: 12pt } }`,
    write: (w) => w.paragraphs(40),
  },
  {
    name: 'a first page with a large margin',
    style: '@page :first { margin-top: 60mm } @page { margin: 10mm }',
    changes: { documentMargin: true },
    write: (w) => w.paragraphs(30),
  },
  {
    name: 'a cover as high as its page',
    style: '@page :first { margin: 0 } @page { margin: 10mm } .cover { height: 297mm; break-after: page }',
    changes: { documentMargin: true },
    write: (w) => `<div class="cover">${w.words(5)}</div>${w.paragraphs(30)}`,
  },
  {
    name: 'a report',
    style: 'h1 { break-before: page } h2 { break-after: avoid } tr { break-inside: avoid }',
    write: (w) =>
      w.repeat(
        4,
        () =>
          `<h1>${w.words(3)}</h1>${w.paragraphs(4)}${table(w, 8, 1)}<h2>${w.words(3)}</h2>${w.paragraphs(3)}${picture(200, 'display: block')}<ul>${w.repeat(5, () => `<li>${w.text(20)}`)}</ul>${w.paragraphs(5)}`,
      ),
  },
];

/** Returns one document of each kind. */
export const makeNotedDocuments = (seed: number): NotedDocument[] =>
  KINDS.map(({ name, style = '', changes = {}, write }, index) => {
    const writer = new Writer(seed * 100 + index);
    const body = write(writer);
    const html = `<!doctype html><html lang="en"><style>${BASE} ${style}</style><body>${body}</body></html>`;
    return { name, html, changes, numbers: writer.numbers };
  });

/** @throws if no kind has this name */
export function makeNotedDocument(name: string, seed: number): NotedDocument {
  const found = makeNotedDocuments(seed).find((document) => document.name === name);
  if (found === undefined) throw new Error(`no document has ${name}`);
  return found;
}

/** Returns the same document with its notes in the text. It shows how many pages the text needs. */
export const withoutNotes = ({ html }: NotedDocument): string =>
  html.replace('float: footnote', 'color: inherit');
