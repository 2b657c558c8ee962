import { UnreadablePdf } from '../file/dictionary.ts';
import { CostlyPdf, VALUE_WORK } from './limits.ts';
import type { SourceFile } from './source-file.ts';
import { type Dictionary, isDictionary, nameOf, Reference } from './values.ts';

/** The longest head of an object, or the word `trailer` with what follows. */
const OVERLAP_BYTES = 256;

const MARKS =
  /(?<![\d.])(\d{1,10})[\s\0]{1,100}(\d{1,5})[\s\0]{1,100}obj(?![A-Za-z])|trailer(?=[\s\0]{0,100}<<)/g;

/** The offsets of the heads of objects, and of the trailers. */
interface Marks {
  /** By id. The last one is the newest. */
  readonly objects: ReadonlyMap<number, number>;
  readonly trailers: readonly number[];
}

/**
 * Finds the objects of a damaged file by looking for them. The last one with an id is the newest. Returns what a trailer
 * would say.
 *
 * @throws {UnreadablePdf}
 */
export async function repairPlaces(file: SourceFile): Promise<Dictionary> {
  const { objects, trailers } = await findMarks(file);
  for (const [id, offset] of objects) file.places.replace(id, { offset });
  let trailer: Dictionary | null = null;
  for (const [id, offset] of objects) trailer = (await readMarked(file, id, offset)) ?? trailer;
  for (const offset of trailers.slice(-MAX_TRAILERS)) {
    const read = await readTrailer(file, offset);
    if (read?.has('Root')) trailer = read;
    if (read?.has('Encrypt')) return read;
  }
  if (trailer === null) throw new UnreadablePdf('the file has no catalog');
  return trailer;
}

const MAX_TRAILERS = 100;

async function findMarks(file: SourceFile): Promise<Marks> {
  const { searchBytes } = file.pieces;
  const objects = new Map<number, number>();
  const trailers: number[] = [];
  for (let start = 0; start < file.source.sizeBytes; start += searchBytes) {
    // The character before decides whether a number starts here.
    const from = Math.max(0, start - 1);
    const text = await file.text(from, start - from + searchBytes + OVERLAP_BYTES);
    for (const { index, 0: mark, 1: id } of text.matchAll(MARKS)) {
      const offset = from + index;
      if (offset >= start + searchBytes) break;
      if (offset < start) continue;
      file.meter.charge(VALUE_WORK);
      if (id === undefined) trailers.push(offset + mark.length);
      else objects.set(Number(id), offset);
    }
  }
  return { objects, trailers };
}

/** Returns null if the trailer cannot be read. */
async function readTrailer(file: SourceFile, offset: number): Promise<Dictionary | null> {
  try {
    return await file.parseAt(offset, (parser) => parser.dictionary());
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error;
    return null;
  }
}

/** Notes the objects of an object stream. Returns a trailer if the object is one, or the catalog. */
async function readMarked(file: SourceFile, id: number, offset: number): Promise<Dictionary | null> {
  try {
    const object = await file.readAt(offset, id);
    const { value } = object;
    const type = isDictionary(value) ? nameOf(value.get('Type')) : null;
    if (!isDictionary(value)) return null;
    if (type === 'Catalog' && value.has('Pages')) return new Map([['Root', new Reference(id)]]);
    if (type === 'XRef' && value.has('Root')) return value;
    if (type !== 'ObjStm') return null;
    const values = await file.objectStreams.keep(id, object);
    for (const packed of values.keys())
      if (file.places.find(packed) === null) file.places.replace(packed, { container: id });
    for (const [packed, inside] of values)
      if (isDictionary(inside) && nameOf(inside.get('Type')) === 'Catalog' && inside.has('Pages'))
        return new Map([['Root', new Reference(packed)]]);
  } catch (error) {
    // An object that cannot be read counts as missing. One that costs too much ends the reading.
    if (!(error instanceof UnreadablePdf) || error instanceof CostlyPdf) throw error;
  }
  return null;
}
