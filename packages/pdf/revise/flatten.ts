import { findReference, readReferences } from '../file/dictionary.ts';
import { multiply, toBox, toNumbers } from '../file/matrix.ts';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import { readArray, readEntries, writeEntries } from '../file/syntax.ts';
import { addToPage } from '../finish/page-drawing.ts';
import type { PdfRewrite } from '../file/rewrite.ts';

/** An object that something may still refer to. */
export const NO_OBJECT = 'null';

/** Annotations that are hidden, that are not shown, or that only open when a reader clicks (ISO 32000-1, 12.5.3). */
const HIDDEN = (1 << 1) | (1 << 5);

interface Drawn {
  readonly operators: readonly string[];
  /** For the resources of the page: `/PlatenFlat3 12 0 R`. */
  readonly forms: string;
}

/**
 * Returns the page with what its annotations and fields show as a part of its content, and without them. No other part of the file has them either,
 * because a check of PDF/A reads each object.
 *
 * @throws {UnreadablePdf}
 */
export async function flattenPage(reader: PdfReader, rewrite: PdfRewrite, page: PdfObject): Promise<string> {
  const written = readEntries(page.text).get('Annots');
  if (written === undefined) return page.text;
  const listId = findReference(`/X ${written}`, 'X');
  const ids = readReferences(listId === null ? written : (await reader.object(listId)).text);
  const operators: string[] = [];
  const forms: string[] = [];
  for (const [index, id] of ids.entries()) {
    const drawn = await drawAnnotation(reader, id, `PlatenFlat${index}`);
    operators.push(...drawn.operators);
    if (drawn.forms !== '') forms.push(drawn.forms);
  }
  for (const id of new Set(ids)) rewrite.write(id, NO_OBJECT);
  const bare = readEntries(page.text);
  bare.delete('Annots');
  const text = writeEntries(bare);
  if (operators.length === 0) return text;
  const save = rewrite.writeStream('', 'q');
  const after = rewrite.writeStream('', ['Q', ...operators].join('\n'));
  const drawn = { before: [save], after };
  return addToPage({ ...page, text }, drawn, [{ XObject: forms.join(' ') }]);
}

const NOTHING: Drawn = { operators: [], forms: '' };

/** The form of the appearance goes from its own box into the rectangle of the annotation (ISO 32000-1, 12.5.5). */
async function drawAnnotation(reader: PdfReader, id: number, name: string): Promise<Drawn> {
  const annotation = readEntries((await reader.object(id)).text);
  if ((Number(annotation.get('F') ?? 0) & HIDDEN) !== 0 || annotation.get('Subtype') === '/Popup')
    return NOTHING;
  const formId = await findAppearance(reader, annotation);
  const rect = annotation.get('Rect');
  if (formId === null || rect === undefined) return NOTHING;
  const form = readEntries((await reader.object(formId)).text);
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersOf(form.get('BBox') ?? '[0 0 1 1]');
  const matrix = toNumbers(numbersOf(form.get('Matrix') ?? '[1 0 0 1 0 0]').join(' '));
  const shown = toBox([left, bottom, right - left, top - bottom].join(' '), matrix);
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(rect);
  const [width, height] = [shown.right - shown.left, shown.top - shown.bottom];
  if (!(width > 0) || !(height > 0)) return NOTHING;
  const [scaleX, scaleY] = [Math.abs(x1 - x0) / width, Math.abs(y1 - y0) / height];
  const place = multiply(
    [1, 0, 0, 1, -shown.left, -shown.bottom],
    [scaleX, 0, 0, scaleY, Math.min(x0, x1), Math.min(y0, y1)],
  );
  const numbers = place.map((number) => Number(number.toFixed(5))).join(' ');
  return { operators: ['q', `${numbers} cm`, `/${name} Do`, 'Q'], forms: `/${name} ${formId} 0 R` };
}

/** Finds the form that shows an annotation in its state. Links have none. */
async function findAppearance(
  reader: PdfReader,
  annotation: ReadonlyMap<string, string>,
): Promise<number | null> {
  const appearances = await resolve(reader, annotation.get('AP'));
  const normal = appearances?.get('N');
  if (normal === undefined) return null;
  const id = findReference(`/X ${normal}`, 'X');
  if (id !== null && (await reader.object(id)).stream !== null) return id;
  const state = annotation.get('AS')?.slice(1);
  const states = await resolve(reader, normal);
  const chosen = state === undefined ? undefined : states?.get(state);
  return chosen === undefined ? null : findReference(`/X ${chosen}`, 'X');
}

async function resolve(
  reader: PdfReader,
  written: string | undefined,
): Promise<ReadonlyMap<string, string> | null> {
  if (written === undefined) return null;
  const id = findReference(`/X ${written}`, 'X');
  const text = id === null ? written : (await reader.object(id)).text;
  return text.startsWith('<<') ? readEntries(text) : null;
}

const numbersOf = (array: string): number[] => (array.startsWith('[') ? readArray(array).map(Number) : []);
