import type { NotedDocument } from './footnote-documents.ts';
import type { PlacedText } from './pdf.ts';
import type { Printed } from './printer.ts';

const MM_PER_POINT = 25.4 / 72;

/** The last note ends at the foot of the page's content. */
const FOOT_MM = 6;

/** Returns what is wrong with the footnotes of a print, read from the places of its texts. */
export async function findNoteProblems(noted: NotedDocument, { document }: Printed): Promise<string[]> {
  const problems: string[] = [];
  let found = 0;
  const { contentMargin } = noted.changes;
  for (let page = 1; page <= document.pageCount; page += 1) {
    const texts = (await document.texts(page)).filter(({ text }) => text.trim() !== '');
    const all = texts.map(({ text }) => text).join(' ');
    const calls = Array.from(all.matchAll(/\bc(\d+)\s*(\d+)/g), ([, index, number]) => ({ index, number }));
    const notes = readNotes(all, /direction: rtl/.test(noted.html), noted.numbers);
    found += calls.length;
    if (list(calls) !== list(notes))
      problems.push(`page ${page}: calls ${list(calls)}, notes ${list(notes)}`);
    for (const { index, number } of calls)
      if (`${noted.numbers[Number(index)]}` !== number)
        problems.push(`page ${page}: c${index} has the number ${number}`);
    const { heightMm } = await document.size(page);
    problems.push(
      ...findPlaceProblems(texts, heightMm - (contentMargin?.bottomMm ?? 10)).map(
        (text) => `page ${page}: ${text}`,
      ),
    );
  }
  if (found !== noted.numbers.length) problems.push(`${found} of ${noted.numbers.length} calls`);
  return problems;
}

/** In a text from right to left, a number and its note change places. */
const readNotes = (text: string, isRightToLeft: boolean, numbers: readonly number[]) =>
  isRightToLeft
    ? Array.from(text.matchAll(/\bq(\d+)/g), ([, index]) => ({ index, number: `${numbers[Number(index)]}` }))
    : Array.from(text.matchAll(/(\d+)(?:\.\s|\s)\s*q(\d+)/g), ([, number, index]) => ({ index, number }));

const list = (entries: readonly { index?: string | undefined; number?: string | undefined }[]): string =>
  entries.map(({ index, number }) => `${index}=${number}`).join(' ');

function findPlaceProblems(texts: readonly PlacedText[], footMm: number): string[] {
  const isNote = ({ text }: PlacedText) => /\bq/.test(text);
  const notes = texts.filter(isNote);
  const topMm = Math.min(...notes.map(({ yMm, fontPoints }) => yMm - fontPoints * MM_PER_POINT));
  const bottomMm = Math.max(...notes.map(({ yMm }) => yMm));
  const isBody = ({ text }: PlacedText) => /[a-z]{2}/.test(text) && !/\bq|Header|Footer/.test(text);
  const lowest = Math.max(...texts.filter(isBody).map(({ yMm }) => yMm));
  return [
    ...(lowest > Math.min(topMm, footMm) + 1 ? [`text at ${lowest} mm, notes from ${topMm} mm`] : []),
    ...(notes.length > 0 && (bottomMm > footMm || bottomMm < footMm - FOOT_MM)
      ? [`notes end at ${bottomMm} mm, the page at ${footMm} mm`]
      : []),
  ];
}
