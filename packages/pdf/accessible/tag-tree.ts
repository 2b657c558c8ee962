import { readReferences } from '../file/dictionary.ts';
import type { PdfReader } from '../file/reader.ts';
import { readArray, readEntries } from '../file/syntax.ts';

/** An element of the tags (ISO 32000-1, 14.7.2). */
export interface TagElement {
  readonly id: number;
  readonly entries: Map<string, string>;
  /** The type, such as `H1`. */
  readonly type: string;
  /** The values of `/K` as they are in the file: elements, numbers of marked content, and dictionaries that name marked content or an annotation. */
  readonly kids: readonly string[];
}

const ELEMENT = /^(\d{1,10}) 0 R$/;

/** The type of a group without a meaning. Its kids count as kids of the tag around it. */
const TRANSPARENT = 'NonStruct';

/** The limit for groups in groups. */
const MAX_DEPTH = 1_000;

export class TagTree {
  readonly #reader: PdfReader;

  constructor(reader: PdfReader) {
    this.#reader = reader;
  }

  async element(id: number): Promise<TagElement> {
    const entries = readEntries((await this.#reader.object(id)).text);
    return { id, entries, type: entries.get('S')?.slice(1) ?? '', kids: readKids(entries.get('K')) };
  }

  elements(ids: readonly number[]): Promise<TagElement[]> {
    return Promise.all(ids.map((id) => this.element(id)));
  }

  /** Returns the elements in an element. Instead of a group without a meaning, it returns the elements in the group. */
  async meaningfulKids(element: TagElement, depth = 0): Promise<TagElement[]> {
    const found: TagElement[] = [];
    for (const kid of await this.elements(kidIds(element))) {
      if (isContent(kid)) continue;
      if (kid.type !== TRANSPARENT || depth > MAX_DEPTH) found.push(kid);
      else found.push(...(await this.meaningfulKids(kid, depth + 1)));
    }
    return found;
  }
}

/** Returns whether it is no element, but names marked content or an annotation in an object of its own. */
export const isContent = ({ entries }: TagElement): boolean =>
  ['/MCR', '/OBJR'].includes(entries.get('Type') ?? '');

function readKids(written: string | undefined): string[] {
  if (written === undefined) return [];
  return written.startsWith('[') ? readArray(written) : [written];
}

export const kidId = (kid: string): number | null => {
  const id = ELEMENT.exec(kid)?.[1];
  return id === undefined ? null : Number(id);
};

export const kidIds = ({ kids }: Pick<TagElement, 'kids'>): number[] =>
  kids.flatMap((kid) => kidId(kid) ?? []);

export const writeKids = (kids: readonly string[]): string => `[${kids.join(' ')}]`;

/** Returns the outer type for the kids of an element: its own, or for a group without a meaning, the type around it. */
export const outerType = (type: string, outer: string): string => (type === TRANSPARENT ? outer : type);

/** Names marked content of a page or a form. */
export interface ContentPlace {
  /** The id of the form, or of the page. */
  readonly ownerId: number;
  readonly mcid: number;
}

const NUMBER = /^\d{1,10}$/;

/** Returns the marked content of an element, without the content of its kids. @param pageId the page of the elements around it */
export function readContentPlaces({ entries, kids }: TagElement, pageId: number | null): ContentPlace[] {
  const own = readReferences(entries.get('Pg') ?? '')[0] ?? pageId;
  return kids.flatMap((kid) => {
    if (NUMBER.test(kid)) return own === null ? [] : [{ ownerId: own, mcid: Number(kid) }];
    if (!kid.startsWith('<<')) return [];
    const named = readEntries(kid);
    const mcid = named.get('MCID');
    const [ownerId = own] = readReferences(named.get('Stm') ?? named.get('Pg') ?? '');
    return mcid === undefined || ownerId === null ? [] : [{ ownerId, mcid: Number(mcid) }];
  });
}
