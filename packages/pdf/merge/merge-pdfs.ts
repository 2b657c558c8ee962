import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { FileLabels } from '../file/page-labels.ts';
import { toTextString } from '../file/syntax.ts';
import { EntryLinks, type LinkTarget } from './entry-links.ts';
import { FileCopier } from './file-copier.ts';
import { type Bookmarks, type InputFile, openInput, readCatalogEntries } from './input-file.ts';
import { MergedForm, renameField } from './merged-form.ts';
import { ObjectWriter } from './object-writer.ts';
import { copyText, type Placement, renumber } from './renumber.ts';
import { TwinTable } from './twin-table.ts';

export interface MergeInput {
  /** The text of the file's bookmark. */
  readonly title: string;
  readonly source: ByteSource;
}

/** One of the files is not as Chromium and this package write PDFs. */
export class UnreadableInput extends Error {
  override readonly name = 'UnreadableInput';
  /** The title of the file. */
  readonly title: string;
  /** The place of the file, from 0. */
  readonly index: number;

  constructor({ title, index }: { readonly title: string; readonly index: number }, cause: UnreadablePdf) {
    super(`The PDF "${title}" cannot be merged: ${cause.message}.`, { cause });
    this.title = title;
    this.index = index;
  }
}

/**
 * Merges PDFs into one, which has a bookmark for each file (decision 34). The files are copied one after
 * the other, so neither a file nor the result is in memory. Links, bookmarks and tags of the files are kept. What is equal in
 * several files, such as a font, is there once. The generator returns the number of pages.
 *
 * @param targets of the links between the files, by address
 * @throws {UnreadableInput | MergedPdfTooLarge | MovedTarget}; what the meter throws
 */
export async function* mergePdfs(
  inputs: AsyncIterable<MergeInput>,
  title: string,
  meter: Meter,
  targets: ReadonlyMap<string, LinkTarget> = new Map(),
): AsyncGenerator<Uint8Array, number> {
  const merger = new Merger(targets);
  let index = 0;
  for await (const { title: name, source } of inputs) {
    try {
      yield* merger.append(name, await openInput(source, meter));
    } catch (error) {
      throw error instanceof UnreadablePdf ? new UnreadableInput({ title: name, index }, error) : error;
    }
    index += 1;
  }
  return yield* merger.finish(title);
}

/** Readers go through the children of a node one after the other. */
const FILES_PER_GROUP = 100;

interface Group {
  readonly id: number;
  readonly kids: number[];
  pageCount: number;
}

interface Bookmark {
  readonly id: number;
  readonly title: string;
  readonly pageId: number;
  readonly children: Pick<Bookmarks, 'first' | 'last' | 'count'> | null;
}

class Merger {
  readonly #writer = new ObjectWriter();
  readonly #twins = new TwinTable();
  readonly #catalogId = this.#writer.reserve();
  readonly #pagesId = this.#writer.reserve();
  readonly #structureId = this.#writer.reserve();
  readonly #groups: Group[] = [];
  readonly #bookmarks: Bookmark[] = [];
  readonly #structureKids: number[] = [];
  readonly #parentTrees: number[] = [];
  readonly #idNodes: number[] = [];
  readonly #form = new MergedForm();
  readonly #labels: FileLabels[] = [];
  readonly #links: EntryLinks;
  #nextKey = 0;
  /** The merged file keeps those of the first file. */
  #catalogEntries: string | null = null;

  constructor(targets: ReadonlyMap<string, LinkTarget>) {
    this.#links = new EntryLinks(targets);
  }

  get #pageCount(): number {
    return this.#groups.reduce((count, group) => count + group.pageCount, 0);
  }

  async *append(title: string, input: InputFile): AsyncGenerator<Uint8Array> {
    this.#catalogEntries ??= readCatalogEntries(input.catalog);
    const group = this.#openGroup();
    const placement: Placement = {
      toId: (id) => copier.toId(id),
      firstKey: this.#nextKey,
      prefix: `${String(this.#bookmarks.length).padStart(6, '0')}-`,
      structureId: this.#structureId,
    };
    const names = input.form === null ? null : this.#form.claimNames(input.form);
    const copier = new FileCopier(input, {
      writer: this.#writer,
      twins: this.#twins,
      copyText: (object) =>
        this.#links.redirect(
          renameField(copyText(object, input, placement, group.id), names?.get(object.id)),
        ),
    });
    yield* copier.copyAll();
    const { toId } = placement;
    await this.#links.place(this.#bookmarks.length, input, { pagesBefore: this.#pageCount, toId });
    this.#addForm(input, placement);
    group.kids.push(copier.toId(input.pagesId));
    group.pageCount += input.pageCount;
    this.#labels.push({ pageCount: input.pageCount, ranges: input.labels });
    this.#addStructure(input, placement);
    this.#addBookmark(title, input, placement);
  }

  async *finish(title: string): AsyncGenerator<Uint8Array, number> {
    if (this.#groups.length === 0) throw new Error('There is no file to merge');
    const writer = this.#writer;
    for (const { id, kids, pageCount } of this.#groups) {
      const parent = `/Parent ${this.#pagesId} 0 R`;
      yield* writer.write(id, `<</Type /Pages ${parent} /Kids [${list(kids)}] /Count ${pageCount}>>`);
    }
    const pageCount = this.#pageCount;
    const kids = list(this.#groups.map(({ id }) => id));
    yield* writer.write(this.#pagesId, `<</Type /Pages /Kids [${kids}] /Count ${pageCount}>>`);
    const outlinesId = writer.reserve();
    yield* this.#writeBookmarks(outlinesId);
    const entries = [`/Pages ${this.#pagesId} 0 R`, `/Outlines ${outlinesId} 0 R`];
    if (this.#parentTrees.length > 0) {
      yield* writer.write(this.#structureId, this.#describeStructure());
      entries.push(`/StructTreeRoot ${this.#structureId} 0 R`);
    }
    if (this.#labels.some(({ ranges }) => ranges !== null)) {
      const { joinLabels, writeLabelRanges } = await import('../file/page-labels.ts');
      const labelsId = writer.reserve();
      yield* writer.write(labelsId, writeLabelRanges(joinLabels(this.#labels)));
      entries.push(`/PageLabels ${labelsId} 0 R`);
    }
    const places = this.#links.describe();
    if (places !== null) {
      const placesId = writer.reserve();
      yield* writer.write(placesId, places);
      entries.push(`/Dests ${placesId} 0 R`);
    }
    const form = this.#form.describe();
    if (form !== null) entries.push(`/AcroForm ${form}`);
    yield* writer.writeUnpacked(
      this.#catalogId,
      `<</Type /Catalog ${entries.join(' ')} ${this.#catalogEntries}>>`,
    );
    const infoId = writer.reserve();
    yield* writer.writeUnpacked(infoId, `<</Title ${toTextString(title)}>>`);
    yield* writer.finish(`/Root ${this.#catalogId} 0 R /Info ${infoId} 0 R`);
    return pageCount;
  }

  #openGroup(): Group {
    const last = this.#groups.at(-1);
    if (last && last.kids.length < FILES_PER_GROUP) return last;
    const group = { id: this.#writer.reserve(), kids: [], pageCount: 0 };
    this.#groups.push(group);
    return group;
  }

  /** After its objects are copied, because a font that has an id already is not shared. */
  #addForm(input: InputFile, placement: Placement): void {
    const { form } = input;
    if (form === null) return;
    const fonts = Array.from(form.fonts, ([name, font]): [string, string] => [
      name,
      renumber(font, input, placement),
    ]);
    this.#form.add(form.fieldIds.map(placement.toId), new Map(fonts));
  }

  #addStructure({ structure }: InputFile, { toId }: Placement): void {
    if (!structure) return;
    for (const kid of structure.kids) this.#structureKids.push(toId(kid));
    for (const node of structure.parentNodes) this.#parentTrees.push(toId(node));
    for (const node of structure.idNodes) this.#idNodes.push(toId(node));
    this.#nextKey += structure.nextKey;
  }

  #describeStructure(): string {
    const parents = `/ParentTree <</Kids [${list(this.#parentTrees)}]>> /ParentTreeNextKey ${this.#nextKey}`;
    const ids = this.#idNodes.length === 0 ? '' : ` /IDTree <</Kids [${list(this.#idNodes)}]>>`;
    return `<</Type /StructTreeRoot /K [${list(this.#structureKids)}] ${parents}${ids}>>`;
  }

  /** Takes the place of the root of the file's own bookmarks, which are below it. */
  #addBookmark(title: string, { bookmarks, firstPageId }: InputFile, { toId }: Placement): void {
    this.#bookmarks.push({
      id: bookmarks ? toId(bookmarks.rootId) : this.#writer.reserve(),
      title,
      pageId: toId(firstPageId),
      children: bookmarks && {
        first: toId(bookmarks.first),
        last: toId(bookmarks.last),
        count: bookmarks.count,
      },
    });
  }

  *#writeBookmarks(outlinesId: number): Generator<Uint8Array> {
    for (const [index, { id, title, pageId, children }] of this.#bookmarks.entries()) {
      const previous = this.#bookmarks[index - 1];
      const next = this.#bookmarks[index + 1];
      const parts = [
        `/Title ${toTextString(title)} /Parent ${outlinesId} 0 R /Dest [${pageId} 0 R /Fit]`,
        previous ? `/Prev ${previous.id} 0 R` : '',
        next ? `/Next ${next.id} 0 R` : '',
        // A negative count: the children are closed.
        children ? `/First ${children.first} 0 R /Last ${children.last} 0 R /Count -${children.count}` : '',
      ];
      yield* this.#writer.write(id, `<<${parts.filter((part) => part !== '').join(' ')}>>`);
    }
    const first = this.#bookmarks[0]?.id;
    const last = this.#bookmarks.at(-1)?.id;
    const count = this.#bookmarks.length;
    yield* this.#writer.write(
      outlinesId,
      `<</Type /Outlines /First ${first} 0 R /Last ${last} 0 R /Count ${count}>>`,
    );
  }
}

const list = (ids: readonly number[]): string => ids.map((id) => `${id} 0 R`).join(' ');
