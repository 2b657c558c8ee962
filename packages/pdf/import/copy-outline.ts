import { describeOutline, type OutlineItem } from '../split/outline.ts';
import type { ObjectCopier } from './copier.ts';
import type { Destinations } from './destinations.ts';
import { type Dictionary, isList, type PdfValue, Reference, Text, writeValue } from './values.ts';

/** The splitter reads as many. */
const MAX_ITEMS = 100_000;
const MAX_LEVELS = 60;

/** The bookmarks, without those that lead nowhere and have none below them. Returns the id of their root. */
export async function* copyOutline(
  copier: ObjectCopier,
  catalog: Dictionary,
  destinations: Destinations,
): AsyncGenerator<Uint8Array, number | null> {
  const root = await copier.file.dictionary(catalog.get('Outlines'));
  const items = root === null ? [] : await readItems(copier, root, destinations);
  if (items.length === 0) return null;
  const { rootId, objects } = describeOutline(items, {
    reserve: () => copier.writer.reserve(),
    toText: ({ place, elementId }) => `/Dest ${place}${elementId === null ? '' : ` /SE ${elementId} 0 R`}`,
  });
  for (const [id, text] of objects) yield* copier.writer.write(id, text);
  return rootId;
}

async function readItems(
  copier: ObjectCopier,
  root: Dictionary,
  destinations: Destinations,
): Promise<OutlineItem[]> {
  const { file } = copier;
  // Bookmarks may lead to each other in a circle.
  const known = new Set<number>();
  const readLevel = async (parent: Dictionary, level: number): Promise<OutlineItem[]> => {
    const items: OutlineItem[] = [];
    let next: PdfValue | undefined = parent.get('First');
    while (next instanceof Reference && !known.has(next.id) && known.size < MAX_ITEMS) {
      known.add(next.id);
      const entries: Dictionary | null = await file.dictionary(next);
      if (entries === null) break;
      const children = level < MAX_LEVELS ? await readLevel(entries, level + 1) : [];
      const item = await toItem(copier, entries, { children, destinations, id: next.id });
      items.push(...(item === null ? children : [item]));
      next = entries.get('Next');
    }
    return items;
  };
  return readLevel(root, 1);
}

async function toItem(
  copier: ObjectCopier,
  entries: Dictionary,
  { children, destinations, id }: { children: OutlineItem[]; destinations: Destinations; id: number },
): Promise<OutlineItem | null> {
  const { file } = copier;
  const title = await file.resolve(entries.get('Title'));
  // A heading without a place of its own leads to what is below it.
  const own = await destinations.find(entries);
  const place = own === null ? (children[0]?.place ?? null) : writeValue(own);
  if (!(title instanceof Text) || place === null) return null;
  const pageId = isList(own) && own[0] instanceof Reference ? own[0].id : (children[0]?.pageId ?? 0);
  const count = await file.resolve(entries.get('Count'));
  const isOpen = typeof count === 'number' && count > 0;
  return { id, title: writeValue(title), place, pageId, elementId: null, isOpen, children };
}
