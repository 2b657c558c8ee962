import { findReference, readReference } from '../file/dictionary.ts';
import type { PdfReader } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readTextString, toTextString } from '../file/syntax.ts';

/** Bookmarks beyond this stay as they are. Each is a read of the file. */
const MAX_BOOKMARKS = 5_000;

/** Headings that have no bookmark, because they are not shown or empty, are skipped. */
const MAX_SKIPPED = 50;

const TITLE = /\/Title (\((?:[^()\\]|\\[\s\S])*\)|<[\dA-Fa-f\s]*>)/;

/**
 * Gives bookmarks the spaces of their headings. Chromium joins the words between which a line ends.
 *
 * @param headings their texts, in the order of the document
 */
export async function spaceBookmarks(
  rewrite: PdfRewrite,
  document: PdfReader,
  headings: readonly string[],
): Promise<void> {
  const catalog = await document.object(readReference(document.trailer, 'Root'));
  const rootId = findReference(catalog.text, 'Outlines');
  if (rootId === null) return;
  const open = [findReference((await document.object(rootId)).text, 'First')];
  let next = 0;
  for (let count = 0; count < MAX_BOOKMARKS && open.length > 0; count += 1) {
    const id = open.pop() ?? null;
    if (id === null) continue;
    const { text } = await document.object(id);
    // Those below a bookmark come before the next one.
    open.push(findReference(text, 'Next'), findReference(text, 'First'));
    const [written = '', title = ''] = TITLE.exec(text) ?? [];
    const read = readTextString(title);
    const at = headings.slice(next, next + MAX_SKIPPED).findIndex((heading) => isSame(read, heading));
    if (at === -1) continue;
    const spaced = withSpaces(read, headings[next + at] ?? '');
    next += at + 1;
    if (spaced !== read)
      rewrite.write(
        id,
        text.replace(written, () => `/Title ${toTextString(spaced)}`),
      );
  }
}

const bare = (text: string): string => text.replaceAll(/\s+/g, '');

/** CSS may have changed the case of a heading. */
const isSame = (title: string, heading: string): boolean =>
  bare(title).toLowerCase() === bare(heading).toLowerCase() && bare(title).length === bare(heading).length;

function withSpaces(title: string, heading: string): string {
  const before = new Set<number>();
  let letters = 0;
  for (const unit of heading.trim().split('')) {
    if (/\s/.test(unit)) before.add(letters);
    else letters += 1;
  }
  return bare(title)
    .split('')
    .map((unit, index) => (before.has(index) ? ` ${unit}` : unit))
    .join('');
}
