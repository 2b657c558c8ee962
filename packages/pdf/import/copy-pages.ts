import { UnreadablePdf } from '../file/dictionary.ts';
import type { ObjectCopier } from './copier.ts';
import type { Destinations } from './destinations.ts';
import { isForbidden, toBox } from './sanitise.ts';
import type { SourcePage } from './trees.ts';
import {
  type Dictionary,
  isDictionary,
  isList,
  Name,
  type PdfValue,
  Reference,
  writeValue,
} from './values.ts';

/** Readers go through the children of a node one after the other. */
const PAGES_PER_GROUP = 100;

/** The size of US Letter, which readers use for a page without a size. */
const DEFAULT_BOX = [0, 0, 612, 792];

const COPIED = [
  'Group',
  'Tabs',
  'StructParents',
  'BleedBox',
  'TrimBox',
  'ArtBox',
  'UserUnit',
  'Metadata',
  'Trans',
  'Dur',
];

/** On one page. */
const MAX_ANNOTATIONS = 100_000;

export interface PagesToCopy {
  readonly pages: readonly SourcePage[];
  /** The ids of the copies. */
  readonly ids: readonly number[];
  readonly destinations: Destinations;
}

/** Writes the page tree. Each page has its own resources and sizes, as the engine reads them. Returns the id of the tree. */
export async function* copyPages(
  copier: ObjectCopier,
  { pages, ids, destinations }: PagesToCopy,
): AsyncGenerator<Uint8Array, number> {
  const { writer } = copier;
  const rootId = writer.reserve();
  const groups: number[] = [];
  const emptyId = writer.reserve();
  const resources = new ResourceCopier(copier);
  yield* writer.writeStream(emptyId, '<</Length 0>>', []);
  for (let start = 0; start < pages.length; start += PAGES_PER_GROUP) {
    const groupId = writer.reserve();
    const kids = ids.slice(start, start + PAGES_PER_GROUP);
    groups.push(groupId);
    for (const [index, pageId] of kids.entries()) {
      const page = pages[start + index];
      if (page === undefined) continue;
      const entries = await copyPage(copier, page, { groupId, emptyId, resources });
      const annotations = yield* copyAnnotations(copier, page.entries, { pageId, destinations });
      if (annotations.length > 0) entries.set('Annots', annotations);
      yield* writer.write(pageId, writeValue(entries));
      yield* copier.writeWaiting();
    }
    yield* writer.write(groupId, describeNode(kids, kids.length, rootId));
  }
  yield* writer.write(rootId, describeNode(groups, pages.length, null));
  return rootId;
}

const describeNode = (kids: readonly number[], count: number, parentId: number | null): string =>
  `<</Type /Pages ${parentId === null ? '' : `/Parent ${parentId} 0 R `}/Kids [${kids.map((id) => `${id} 0 R`).join(' ')}] /Count ${count}>>`;

interface PageTerms {
  readonly groupId: number;
  readonly emptyId: number;
  readonly resources: ResourceCopier;
}

async function copyPage(
  copier: ObjectCopier,
  { entries, inherited }: SourcePage,
  { groupId, emptyId, resources }: PageTerms,
): Promise<Map<string, PdfValue>> {
  const { file } = copier;
  const find = (name: string) => entries.get(name) ?? inherited.get(name);
  const copy = new Map<string, PdfValue>([
    ['Type', new Name('Page')],
    ['Resources', await resources.copy(find('Resources'))],
    ['MediaBox', await readBox(copier, find('MediaBox'), DEFAULT_BOX)],
    ['Contents', await readContents(copier, entries.get('Contents'), emptyId)],
    ['Parent', new Reference(groupId)],
  ]);
  const crop = find('CropBox');
  if (crop !== undefined) copy.set('CropBox', await readBox(copier, crop, DEFAULT_BOX));
  const rotation = await file.resolve(find('Rotate'));
  if (typeof rotation === 'number' && rotation % 90 === 0 && rotation % 360 !== 0)
    copy.set('Rotate', ((rotation % 360) + 360) % 360);
  for (const name of COPIED) {
    const value = await file.resolve(entries.get(name));
    const copied = name === 'Metadata' ? copier.copy(entries.get(name) ?? null) : copier.copy(value);
    if (copied !== null) copy.set(name, copied);
  }
  return copy;
}

async function readBox(
  { file }: ObjectCopier,
  value: PdfValue | undefined,
  otherwise: readonly number[],
): Promise<PdfValue> {
  const list = await file.resolve(value);
  const numbers: PdfValue[] = [];
  for (const item of isList(list) ? list.slice(0, 4) : []) numbers.push(await file.resolve(item));
  return toBox(numbers) ?? otherwise;
}

/** Copies the resources of pages. Pages that inherit or share theirs follow one another, so these are read once. */
class ResourceCopier {
  readonly #copier: ObjectCopier;
  #source: PdfValue | undefined;
  #copy: ReadonlyMap<string, PdfValue> = new Map();
  #work = 0;

  constructor(copier: ObjectCopier) {
    this.#copier = copier;
  }

  async copy(value: PdfValue | undefined): Promise<ReadonlyMap<string, PdfValue>> {
    const { meter } = this.#copier.file;
    const source = value instanceof Reference ? value.id : value;
    if (source === this.#source) {
      // Each page has them, and writes them.
      meter.charge(this.#work);
      await meter.pause();
      return this.#copy;
    }
    const before = meter.work;
    this.#copy = await this.#read(value);
    this.#source = source;
    this.#work = meter.work - before;
    return this.#copy;
  }

  /** The categories are direct, so that bands and watermarks can be added to them. */
  async #read(value: PdfValue | undefined): Promise<Map<string, PdfValue>> {
    const { file } = this.#copier;
    const resources = new Map<string, PdfValue>();
    for (const [category, entries] of (await file.dictionary(value)) ?? []) {
      const direct = await file.resolve(entries);
      resources.set(
        category,
        isDictionary(direct) ? this.#copier.copyEntries(direct, []) : this.#copier.copy(entries),
      );
    }
    return resources;
  }
}

async function readContents(
  copier: ObjectCopier,
  value: PdfValue | undefined,
  emptyId: number,
): Promise<PdfValue[]> {
  const list = await copier.file.resolve(value);
  const streams = isList(list) ? list : [value ?? null];
  const contents = streams.flatMap((item) =>
    item instanceof Reference ? (copier.toReference(item.id) ?? []) : [],
  );
  return contents.length === 0 ? [new Reference(emptyId)] : contents;
}

interface AnnotationPlan {
  readonly pageId: number;
  readonly destinations: Destinations;
}

async function* copyAnnotations(
  copier: ObjectCopier,
  page: Dictionary,
  plan: AnnotationPlan,
): AsyncGenerator<Uint8Array, Reference[]> {
  const { file, writer } = copier;
  const list = await file.resolve(page.get('Annots'));
  const annotations: Reference[] = [];
  if (!isList(list)) return annotations;
  if (list.length > MAX_ANNOTATIONS) throw new UnreadablePdf('a page has too many annotations');
  const taken = new Set<number>();
  for (const item of list) {
    const copy = item instanceof Reference ? copier.toReference(item.id) : new Reference(writer.reserve());
    if (copy === null || taken.has(copy.id)) continue;
    taken.add(copy.id);
    const annotation = await file.dictionary(item);
    if (annotation === null) continue;
    const text = isForbidden(annotation)
      ? 'null'
      : writeValue(await copyAnnotation(copier, annotation, plan));
    yield* writer.write(copy.id, text);
    if (item instanceof Reference) copier.written(item.id);
    if (text !== 'null') annotations.push(copy);
  }
  return annotations;
}

async function copyAnnotation(
  copier: ObjectCopier,
  annotation: Dictionary,
  { pageId, destinations }: AnnotationPlan,
): Promise<PdfValue> {
  const entries = copier.copyEntries(annotation, ['Dest', 'A', 'P', 'PA']);
  if (annotation.has('P')) entries.set('P', new Reference(pageId));
  const place = await destinations.find(annotation);
  const action = place === null ? await copier.direct(annotation.get('A')) : null;
  if (place !== null) entries.set('Dest', place);
  else if (action !== null && !isForbidden(action) && !action.has('D')) entries.set('A', action);
  entries.delete('Next');
  return entries;
}
