import { readPdf } from '../../scripts/pdf/pdf-document.ts';

/** The number of headings of the book, and of entries of its table of contents. */
export const HEADINGS = 300;

const PARAGRAPH =
  'Paper comes from fibres that are beaten, washed and pressed, and the way of the fibres decides how a sheet folds, tears and takes the ink. ';

/** The number of footnotes of the book with notes. They are spread over all chapters. */
export const NOTES = 118;

/** Returns the paragraphs of a chapter. Chapters have one to three pages. */
const paragraphs = (chapter: number): string =>
  Array.from(
    { length: 5 + ((chapter * 37) % 11) },
    (_, index) => `<p>${PARAGRAPH.repeat(2 + ((chapter + index) % 4))}</p>`,
  ).join('');

/** Puts a note behind every so many paragraphs. Its call and its text have its number. */
function addNotes(html: string): string {
  const every = Math.floor((html.match(/<\/p>/g) ?? []).length / NOTES);
  let count = 0;
  return html.replaceAll('</p>', (end) => {
    count += 1;
    const note = count / every;
    if (!Number.isInteger(note) || note > NOTES) return end;
    return `Call${note}X<span class="note">Note${note}X ${PARAGRAPH.repeat(1 + (note % 2))}</span>${end}`;
  });
}

const LEADER = "leader('.')";

const CONTENTS = `nav a::after { content: ${LEADER} ' : ' target-counter(attr(href), page) ' ;' }`;

export const withoutLeaders = (html: string): string => html.replace(LEADER, '');

const FOOTNOTES = '.note { float: footnote; font-size: 8pt }';

/** Returns the HTML of the book with footnotes. */
export const notedBookOf = (): string => addNotes(bookOf(`${CONTENTS} ${FOOTNOTES}`));

/** Returns the HTML of the book. @param styles the CSS of the table of contents. Without it, the numbers are missing */
export function bookOf(styles = CONTENTS): string {
  const chapters = Array.from({ length: HEADINGS }, (_, index) => index);
  const entries = chapters.map((index) => `<a href="#t${index}">Entry${index}</a>`);
  const texts = chapters.map((index) => `<h2 id="t${index}">Target${index}X</h2>${paragraphs(index)}`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Book</title><style>
    @page { size: A4; margin: 20mm }
    body { margin: 0; font: 11pt/1.5 serif } nav { break-after: page } nav a { display: block; color: inherit; text-decoration: none }
    h2 { margin: 1em 0; font-size: 16pt; break-after: avoid } p { margin: 0 0 .8em; text-align: justify }
    ${styles}</style></head><body><nav>${entries.join('')}</nav>${texts.join('')}</body></html>`;
}

export interface CheckedBook {
  readonly pages: number;
  /** The number of entries whose page number is missing or wrong. */
  readonly wrongNumbers: number;
  /** The number of notes that are not on the page of their call. It is `NOTES` in a book without notes. */
  readonly wrongNotes: number;
}

/** Compares each number with the page on which pdf.js finds the heading. */
export const checkBook = (pdf: Uint8Array): Promise<CheckedBook> =>
  readPdf(pdf, async (document) => {
    const texts: string[] = [];
    for (let number = 1; number <= document.numPages; number += 1) {
      const { items } = await (await document.getPage(number)).getTextContent();
      texts.push(
        items
          .map((item) => ('str' in item ? item.str : ''))
          .join('')
          .replaceAll(/\s/g, ''),
      );
    }
    const all = texts.join('');
    const isWrong = (_: unknown, index: number): boolean => {
      const page = texts.findIndex((text) => text.includes(`Target${index}X`)) + 1;
      return new RegExp(`Entry${index}\\.*:(\\d*);`).exec(all)?.[1] !== `${page}`;
    };
    const isNoteWrong = (_: unknown, index: number): boolean =>
      !texts.some((text) => text.includes(`Call${index + 1}X`) && text.includes(`Note${index + 1}X`));
    return {
      pages: document.numPages,
      wrongNumbers: Array.from({ length: HEADINGS }).filter(isWrong).length,
      wrongNotes: Array.from({ length: NOTES }).filter(isNoteWrong).length,
    };
  });
