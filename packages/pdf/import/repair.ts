import { UnreadablePdf } from '../file/dictionary.ts';
import { CostlyPdf } from './budget.ts';
import { type SourceFile, toCharacters } from './source-file.ts';
import { type Dictionary, isDictionary, nameOf, Reference } from './values.ts';

const PIECE_BYTES = 1 << 18;

/** The longest head of an object, or the word `trailer`. */
const OVERLAP_BYTES = 32;

const MARKS = /(?<![\d.])(\d{1,10})[\s\0]+(\d{1,5})[\s\0]+obj(?![A-Za-z])|trailer(?=[\s\0]*<<)/g;

/**
 * Finds the objects of a damaged file by looking for them. The last one with an id is the newest. Returns what a trailer
 * would say.
 *
 * @throws {UnreadablePdf}
 */
export async function repairPlaces(file: SourceFile): Promise<Dictionary> {
  const { source, budget, places } = file;
  const trailers: number[] = [];
  const found = new Map<number, number>();
  for (let start = 0; start < source.sizeBytes; start += PIECE_BYTES) {
    const piece = await source.read(start, PIECE_BYTES + OVERLAP_BYTES);
    budget.scan(piece.byteLength);
    for (const match of toCharacters(piece).matchAll(MARKS)) {
      if (match.index >= PIECE_BYTES) break;
      budget.step();
      const [, id] = match;
      if (id === undefined) trailers.push(start + match.index + 'trailer'.length);
      else found.set(Number(id), start + match.index);
    }
    await budget.pause();
  }
  for (const [id, offset] of found) places.replace(id, { offset });
  let trailer: Dictionary | null = null;
  for (const [id, offset] of found) trailer = (await readMarked(file, id, offset)) ?? trailer;
  for (const offset of trailers.slice(-MAX_TRAILERS)) {
    const read = await file.parseAt(offset, (parser) => parser.dictionary()).catch(() => null);
    if (read?.has('Root')) trailer = read;
    if (read?.has('Encrypt')) return read;
  }
  if (trailer === null) throw new UnreadablePdf('the file has no catalog');
  return trailer;
}

const MAX_TRAILERS = 100;

/** Notes the objects of an object stream. Returns a trailer if the object is one, or the catalog. */
async function readMarked(file: SourceFile, id: number, offset: number): Promise<Dictionary | null> {
  await file.budget.pause();
  let object;
  try {
    object = await file.readAt(offset, id);
    const { value } = object;
    const type = isDictionary(value) ? nameOf(value.get('Type')) : null;
    if (!isDictionary(value)) return null;
    if (type === 'Catalog' && value.has('Pages')) return new Map([['Root', new Reference(id)]]);
    if (type === 'XRef' && value.has('Root')) return value;
    if (type !== 'ObjStm') return null;
    const { values } = await file.readContainer(object);
    for (const packed of values.keys())
      if (file.places.find(packed) === null) file.places.replace(packed, { container: id });
    for (const [packed, inside] of values)
      if (isDictionary(inside) && nameOf(inside.get('Type')) === 'Catalog' && inside.has('Pages'))
        return new Map([['Root', new Reference(packed)]]);
  } catch (error) {
    // What cannot be read is not there. What costs too much ends the reading.
    if (!(error instanceof UnreadablePdf) || error instanceof CostlyPdf) throw error;
  }
  return null;
}
