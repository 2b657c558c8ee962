import type { Meter } from '@platen/meter';
import { findNearestName } from '../nearest-name.ts';
import { FOREIGN_FIELDS } from './foreign-fields.ts';
import { ANY_NAME, type KnownFields, type RequestFields } from './known-fields.ts';

/** Longer names are not compared. */
const MAX_NAME_CHARS = 40;

/** Two names are compared character by character. */
const WORK_PER_NAME = 1_000;

/** An object of a request, while its fields are visited. */
export interface Place {
  /** The fields that are suggested. */
  readonly known: RequestFields;
  readonly fields: KnownFields;
  /** `entries[3].options.` */
  readonly path: string;
  /** The same without the names and numbers of the request: `entries.options.` */
  readonly pattern: string;
  /** The outer objects that are in lists, the innermost first. */
  readonly lists: readonly Pick<Place, 'path' | 'pattern'>[];
}

/** Returns the path of the field that the client probably means, or null. */
export function suggestField(
  name: string,
  place: Place,
  { meter, preferred }: { readonly meter: Meter; readonly preferred: string | null },
): string | null {
  if (name.length > MAX_NAME_CHARS) return null;
  const { paths, pathsByName } = place.known;
  meter.charge(WORK_PER_NAME * paths.length);
  const closest = (found: readonly string[]) => findClosest(found, place.pattern, preferred);
  const names = (within: string) =>
    paths.flatMap((path) => (path.startsWith(within) ? [path.slice(within.length)] : []));
  const inside = (within: string, known: readonly string[]) => {
    const nearest = findNearestName(name, known);
    return nearest === null ? null : `${within}${nearest}`;
  };
  // Where a header or a template has its HTML, "html" means that.
  const content =
    name.toLowerCase() === 'html' && place.fields.has('content') ? `${place.pattern}content` : null;
  const found =
    content ??
    closest(findForeign(name, paths)) ??
    closest(pathsByName.get(name) ?? []) ??
    (preferred && inside(preferred, names(preferred))) ??
    inside(
      place.pattern,
      [...place.fields.keys()].filter((known) => known !== ANY_NAME),
    );
  return found === null ? null : fillIn(found, place);
}

/** A template has as `settings` what a request has as `options`. */
function findForeign(name: string, paths: readonly string[]): readonly string[] {
  const foreign = name.toLowerCase().replaceAll(/[-_]/g, '');
  const target = Object.hasOwn(FOREIGN_FIELDS, foreign) ? (FOREIGN_FIELDS[foreign] ?? null) : null;
  if (target === null) return [];
  const endingIn = (end: string) => paths.filter((path) => path === end || path.endsWith(`.${end}`));
  const exact = endingIn(target);
  return exact.length > 0 ? exact : endingIn(target.replace(/^options\./, ''));
}

/** The path that has most in common with the place. The first of several, which is in the outer object. */
function findClosest(found: readonly string[], pattern: string, preferred: string | null): string | null {
  const inPreferred = preferred === null ? undefined : found.find((path) => path.startsWith(preferred));
  if (inPreferred !== undefined) return inPreferred;
  const outer = pattern.split('.').map((_, at, parts) => parts.slice(0, at + 1).join('.') + '.');
  const shared = (path: string) => outer.filter((prefix) => path.startsWith(prefix)).length;
  return found.reduce<string | null>(
    (best, path) => (best === null || shared(path) > shared(best) ? path : best),
    null,
  );
}

/** `entries.options.orientation` becomes `entries[3].options.orientation`. */
function fillIn(path: string, { lists }: Place): string {
  const list = lists.find(({ pattern }) => path.startsWith(pattern));
  return list === undefined ? path : `${list.path}${path.slice(list.pattern.length)}`;
}
