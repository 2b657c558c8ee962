import { findReference, readReference, UnreadablePdf } from '../file/dictionary.ts';
import type { PdfReader } from '../file/reader.ts';

/** A bookmark of a file, with those below it. */
export interface OutlineItem {
  readonly id: number;
  /** As it is in the file, with its brackets. */
  readonly title: string;
  /** An explicit destination: `[9 0 R /XYZ 34 795 0]`. */
  readonly place: string;
  readonly pageId: number;
  /** The element that it names, in a tagged file. */
  readonly elementId: number | null;
  readonly isOpen: boolean;
  readonly children: readonly OutlineItem[];
}

/** Each is one read of the file. */
const MAX_ITEMS = 100_000;

const MAX_LEVELS = 64;

const TITLE = /\/Title (\((?:[^()\\]|\\[\s\S])*\)|<[\dA-Fa-f\s]*>)/;

/** @param destinations by name, the places of the file @throws {UnreadablePdf} */
export async function readOutline(
  reader: PdfReader,
  catalog: string,
  destinations: ReadonlyMap<string, string>,
): Promise<readonly OutlineItem[]> {
  const rootId = findReference(catalog, 'Outlines');
  if (rootId === null) return [];
  let count = 0;
  const readLevel = async (parent: string, level: number): Promise<OutlineItem[]> => {
    const items: OutlineItem[] = [];
    for (let id = findReference(parent, 'First'); id !== null;) {
      if (level > MAX_LEVELS) throw new UnreadablePdf('the bookmarks have too many levels');
      count += 1;
      if (count > MAX_ITEMS) throw new UnreadablePdf('there are too many bookmarks');
      const { text } = await reader.object(id);
      const children = await readLevel(text, level + 1);
      const item = toItem(id, text, destinations, children);
      // Another program wrote a bookmark without a page. The ones below it stay.
      items.push(...(item === null ? children : [item]));
      id = findReference(text, 'Next');
    }
    return items;
  };
  return readLevel((await reader.object(rootId)).text, 1);
}

function toItem(
  id: number,
  text: string,
  destinations: ReadonlyMap<string, string>,
  children: readonly OutlineItem[],
): OutlineItem | null {
  const place = findPlace(text, destinations);
  const title = TITLE.exec(text)?.[1];
  if (place === null || title === undefined) return null;
  return {
    id,
    title,
    place,
    pageId: toPageId(place),
    elementId: findReference(text, 'SE'),
    isOpen: !/\/Count -/.test(text),
    children,
  };
}

/** Finds the explicit destination of a bookmark or a link. It is null if it goes nowhere. */
export function findPlace(text: string, destinations: ReadonlyMap<string, string>): string | null {
  const [, explicit, name] = /\/Dest (?:(\[[^[\]]*\])|\/([^\s/<>[\]()]+))/.exec(text) ?? [];
  return explicit ?? (name === undefined ? null : (destinations.get(name) ?? null));
}

/** The page of an explicit destination. */
export const toPageId = (place: string): number => readReference(place.replace('[', '/Page '), 'Page');

/** The items whose pages are kept. Those below a page that is not kept move up. */
export const pruneOutline = (
  items: readonly OutlineItem[],
  isKept: (pageId: number) => boolean,
): OutlineItem[] =>
  items.flatMap((item) => {
    const children = pruneOutline(item.children, isKept);
    return isKept(item.pageId) ? [{ ...item, children }] : children;
  });

/** The outline of one file, with new ids: the text of each object by its id. */
export function describeOutline(
  items: readonly OutlineItem[],
  { reserve, toText }: { readonly reserve: () => number; readonly toText: (item: OutlineItem) => string },
): { readonly rootId: number; readonly objects: ReadonlyMap<number, string> } {
  const objects = new Map<number, string>();
  const rootId = reserve();
  const describeLevel = (level: readonly OutlineItem[], parentId: number) => {
    const ids = level.map(() => reserve());
    let visible = level.length;
    for (const [index, item] of level.entries()) {
      const id = ids[index] ?? 0;
      const below = item.children.length === 0 ? null : describeLevel(item.children, id);
      if (below !== null && item.isOpen) visible += below.visible;
      const parts = [
        `/Title ${item.title} /Parent ${parentId} 0 R ${toText(item)}`,
        index > 0 ? `/Prev ${ids[index - 1]} 0 R` : '',
        index < level.length - 1 ? `/Next ${ids[index + 1]} 0 R` : '',
        below === null ? '' : `${below.ends} /Count ${item.isOpen ? below.visible : -below.visible}`,
      ];
      objects.set(id, `<<${parts.filter((part) => part !== '').join(' ')}>>`);
    }
    return { visible, ends: `/First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R` };
  };
  const { visible, ends } = describeLevel(items, rootId);
  objects.set(rootId, `<</Type /Outlines ${ends} /Count ${visible}>>`);
  return { rootId, objects };
}
