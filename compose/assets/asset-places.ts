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

/** Elements whose content is no HTML, but can load an asset. */
const LOADING: ReadonlySet<string> = new Set(['style', 'script']);

/** Elements whose content is no HTML, and is only shown. */
const SHOWN: ReadonlySet<string> = new Set(['title', 'textarea', 'xmp', 'plaintext']);

/** A tag, with its attributes. Quoted values may have `>`. It is sticky and linear. */
const TAG = /<(\/?)([A-Za-z][^\s/>]*)(?:[^"'>]+|"[^"]*"|'[^']*')*>?/y;

/** Finds all references in a text that is not HTML. */
export const findReferences = (text: string): AssetPlace[] =>
  Array.from(text.matchAll(REFERENCE), ({ 0: match, 1: name = '', index }) => ({
    name,
    start: index,
    end: index + match.length,
  }));

/**
 * Finds the places where HTML loads an asset: in tags, style sheets and scripts. A comment loads nothing, and neither does a
 * text that is only shown, such as a value of the data.
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
  for (const span of htmlSpans(html)) {
    while (next !== -1 && next < span.start) next = html.indexOf(ASSET_SCHEME, next + 1);
    if (next === -1) return;
    if (next < span.end) yield span;
  }
}

function* htmlSpans(html: string): Generator<Span> {
  for (let at = html.indexOf('<'); at !== -1; at = html.indexOf('<', at)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      at = end === -1 ? html.length : end + 3;
      continue;
    }
    TAG.lastIndex = at;
    const tag = TAG.exec(html);
    if (tag === null) {
      at += 1;
      continue;
    }
    const end = at + tag[0].length;
    yield { start: at, end };
    at = end;
    const name = (tag[2] ?? '').toLowerCase();
    if (tag[1] !== '' || !(LOADING.has(name) || SHOWN.has(name))) continue;
    const rest = new RegExp(`</${name}[\\s/>]`, 'gi');
    rest.lastIndex = at;
    const close = rest.exec(html)?.index ?? html.length;
    if (LOADING.has(name)) yield { start: at, end: close };
    at = close;
  }
}

/** Where a style sheet comes first: in the head, or after the document type. */
export function findHead(html: string): number {
  let after = 0;
  let at = 0;
  for (;;) {
    at += /^\s*/.exec(html.slice(at, at + 10_000))?.[0].length ?? 0;
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 4);
      if (end === -1) return after;
      at = end + 3;
      continue;
    }
    const start = html.slice(at, at + 9).toLowerCase();
    const isStart = start === '<!doctype' || /^<(?:html|head)[\s>]/.test(start);
    if (!isStart) return after;
    TAG.lastIndex = at;
    const end = start === '<!doctype' ? html.indexOf('>', at) + 1 : at + (TAG.exec(html)?.[0].length ?? 0);
    if (end <= at) return after;
    at = end;
    after = end;
  }
}
