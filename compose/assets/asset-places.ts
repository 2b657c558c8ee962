import { readPieces } from '@platen/markup';
import { ASSET_SCHEME } from './uses-assets.ts';

/** A part of an HTML text, from `start` to `end`. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface AssetPlace extends Span {
  readonly name: string;
}

/** Ends before what cannot be in a name. A dot at the end belongs to the text around it. */
const REFERENCE = /platen-asset:\/\/((?:[A-Za-z0-9._-]*[A-Za-z0-9_-])?)/g;

/** Elements whose content is no markup, but can load an asset. Without scripts, that of `<noscript>` is markup. */
const LOADING: ReadonlySet<string> = new Set(['style', 'script', 'noscript']);

/** Finds all references in a text that is not HTML. Its callers charge each character. */
export const findReferences = (text: string): AssetPlace[] =>
  Array.from(text.matchAll(REFERENCE), ({ 0: match, 1: name = '', index }) => ({
    name,
    start: index,
    end: index + match.length,
  }));

/**
 * Finds the places where HTML loads an asset: in tags, style sheets and scripts. A comment loads nothing, and neither does a
 * text that is only shown, such as a value of the data. Its callers charge each character.
 */
export function findPlaces(html: string): AssetPlace[] {
  if (!html.includes(ASSET_SCHEME)) return [];
  const places: AssetPlace[] = [];
  for (const { start, end } of loadingSpans(html)) {
    for (const { name, ...place } of findReferences(html.slice(start, end)))
      places.push({ name, start: start + place.start, end: start + place.end });
  }
  return places;
}

/** Tags that have the scheme, and the contents of style sheets and scripts that have it. */
function* loadingSpans(html: string): Generator<Span> {
  let next = html.indexOf(ASSET_SCHEME);
  for (const { kind, name, start, end } of readPieces(html)) {
    while (next !== -1 && next < start) next = html.indexOf(ASSET_SCHEME, next + 1);
    if (next === -1) return;
    const isLoading = kind === 'tag' || (kind === 'text' && LOADING.has(name));
    if (isLoading && next < end) yield { start, end };
  }
}

const HEAD_STARTS: ReadonlySet<string> = new Set(['html', 'head']);

/** Finds the first place for a style sheet: in the head, or after the document type. Its callers charge each character. */
export function findHead(html: string): number {
  let [after, at] = [0, 0];
  for (const { kind, name, start, end } of readPieces(html)) {
    if (html.slice(at, start).trim() !== '') return after;
    const isStart =
      kind === 'tag'
        ? HEAD_STARTS.has(name)
        : kind === 'other' && /^<!doctype/i.test(html.slice(start, start + 9));
    if (!isStart && !html.startsWith('<!--', start)) return after;
    if (isStart) after = end;
    at = end;
  }
  return after;
}
