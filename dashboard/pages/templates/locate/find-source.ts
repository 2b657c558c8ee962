import { plainText, type SourcePiece } from './source-pieces.ts';

/** Further values of the data are ignored. */
const MAX_LISTED_VALUES = 5_000;
/** Shorter texts are in too many others. */
const MIN_PART_LENGTH = 3;
/** A match that is a smaller share of the longer text is a coincidence. */
const MIN_LIKENESS = 0.05;

/** The texts of the values by the last part of their names. */
export type NamedValues = ReadonlyMap<string, readonly string[]>;

export function listValues(data: unknown): NamedValues {
  const values = new Map<string, string[]>();
  let count = 0;
  const visit = (name: string, value: unknown): void => {
    if (count >= MAX_LISTED_VALUES) return;
    count += 1;
    if (Array.isArray(value)) for (const item of value) visit(name, item);
    else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) visit(key, inner);
    } else if (typeof value === 'string' || typeof value === 'number') {
      const texts = values.get(name) ?? [];
      texts.push(...textsOf(value));
      values.set(name, texts);
    }
  };
  visit('', data);
  return values;
}

/** A number may be printed with separators and two decimals, so its digits are compared too. */
const textsOf = (value: string | number): readonly string[] =>
  typeof value === 'string' ? [plainText(value)] : [String(value), value.toFixed(2).replaceAll(/\D/g, '')];

/** Compares a printed text with a piece of the source. Returns 1 if they are the same, and 0 if they have nothing in common. */
export function likeness(piece: SourcePiece, text: string, values: NamedValues): number {
  const printed = plainText(text);
  const own = [piece.text, ...piece.names.flatMap((name) => values.get(name) ?? [])];
  const digits = /\d{2}/.test(printed) ? printed.replaceAll(/\D/g, '') : '';
  return Math.max(
    ...own.map((part) => Math.max(share(part, printed), part === digits && part !== '' ? 0.9 : 0)),
  );
}

/** The share of the shorter one in the longer one, if it is in there. */
function share(one: string, other: string): number {
  const [shorter, longer] = one.length < other.length ? [one, other] : [other, one];
  if (shorter === longer) return shorter === '' ? 0 : 1;
  if (shorter.length < MIN_PART_LENGTH || !longer.includes(shorter)) return 0;
  return shorter.length / longer.length;
}

/** Returns the place of the best one in the list, or -1. Between equals, it chooses the nearest one in the document. */
export function findBest(
  likenesses: readonly number[],
  fractionAt: (place: number) => number,
  fraction: number,
): number {
  const best = Math.max(MIN_LIKENESS, ...likenesses);
  let found = -1;
  for (const [place, value] of likenesses.entries()) {
    if (value !== best) continue;
    const isNearer = found < 0 || distance(place) < distance(found);
    if (isNearer) found = place;
  }
  return found;

  function distance(place: number): number {
    return Math.abs(fractionAt(place) - fraction);
  }
}
