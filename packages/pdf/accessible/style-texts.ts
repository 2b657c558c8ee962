import { deflateSync } from 'node:zlib';
import type { ByteSource } from '../file/byte-source.ts';
import { readReference, readReferences } from '../file/dictionary.ts';
import { Expander } from '../file/expander.ts';
import { latin1 } from '../file/latin1.ts';
import { listPages, readContents } from '../file/list-pages.ts';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import { readResources } from '../file/resources.ts';
import { PdfRewrite } from '../file/rewrite.ts';
import { readArray, readEntries, writeEntries } from '../file/syntax.ts';
import { readStructure } from '../merge/input-file.ts';
import { readTags } from '../split/tags.ts';
import { applyEdits } from './content-edits.ts';
import { findStyleTexts } from './find-style-texts.ts';
import { addToParentTree, type NewParent } from './parent-tree.ts';
import { placeTexts, type StyleText, type TextPlace, type TextTag } from './place-style-texts.ts';

export interface StyleTexts {
  readonly texts: readonly StyleText[];
  /** Returns the number of a text by the colour of its mark as Skia writes it, such as `.482 .4 .003`, or a number of no text. */
  readonly toIndex: (colour: string) => number;
}

/** The limit for forms in forms. */
const MAX_DEPTH = 50;

/**
 * Puts texts of style sheets into the tags of their elements. Chromium writes no tag for them. Each has a mark in the content, and so has a tag that
 * Chromium wrote at its place.
 */
export async function tagStyleTexts(document: PdfReader, marked: StyleTexts): Promise<ByteSource> {
  const catalog = await document.object(readReference(document.trailer, 'Root'));
  const structure = await readStructure(document, catalog);
  if (structure === null) return document.source;
  const { parents } = await readTags(document, structure);
  const rewrite = new PdfRewrite(document);
  const tagger = new ContentTagger({ document, rewrite, marked, parents, nextKey: structure.nextKey });
  for await (const page of listPages(document))
    await tagger.tag(page, { pageId: page.id, streamIds: readContents(page), depth: 0 });
  const added = tagger.writeLists();
  await placeTexts(rewrite, document, { tags: tagger.tags, texts: marked.texts });
  if (added.length > 0) {
    const entries = readEntries((await document.object(structure.rootId)).text);
    entries.set('ParentTreeNextKey', String(structure.nextKey + added.length));
    await addToParentTree(rewrite, document, { entries, added });
    rewrite.write(structure.rootId, writeEntries(entries));
  }
  return rewrite.finish();
}

interface Tools {
  readonly document: PdfReader;
  readonly rewrite: PdfRewrite;
  readonly marked: StyleTexts;
  /** The ids of lists of elements, by key of the parent tree. */
  readonly parents: ReadonlyMap<number, number>;
  readonly nextKey: number;
}

/** A page or a form, which has the resources. */
interface Place {
  readonly pageId: number;
  readonly streamIds: readonly number[];
  readonly depth: number;
}

/** The elements of the marked content of a page or a form, as references. */
interface ElementList {
  /** It is null if the page or the form has none. */
  readonly id: number | null;
  readonly written: readonly string[];
  /** The numbers of texts, whose marked content comes after that of `written`. */
  readonly texts: number[];
}

/** Finds the marks in the content of pages and forms, and makes marked content of the texts. */
class ContentTagger {
  readonly tags: Map<number, TextTag>;
  readonly #tools: Tools;
  readonly #expander: Expander;
  readonly #lists = new Map<number, ElementList>();
  readonly #newLists: ElementList[] = [];

  constructor(tools: Tools) {
    this.#tools = tools;
    this.#expander = new Expander(tools.document, tools.document.meter);
    this.tags = new Map(tools.marked.texts.map((_, index) => [index, { own: null, pieces: [] }]));
  }

  async tag(owner: PdfObject, place: Place): Promise<void> {
    if (this.#lists.has(owner.id) || place.depth > MAX_DEPTH) return;
    const { document, rewrite } = this.#tools;
    const list = await this.#readList(owner);
    this.#lists.set(owner.id, list);
    let { text } = owner;
    for (const id of place.streamIds) {
      const stream = await document.object(id);
      const isForm = id === owner.id;
      const tagged = await this.#expander.expand(stream, (data) =>
        this.#tagContent(data, list, { pageId: place.pageId, formId: isForm ? id : null }),
      );
      if (!tagged) continue;
      if (list.id === null && list.texts.length > 0 && text === owner.text) text = this.#addKey(text, list);
      rewrite.write(id, withLength(isForm ? text : stream.text, tagged), tagged);
    }
    if (text !== owner.text && !place.streamIds.includes(owner.id)) rewrite.write(owner.id, text);
    for (const id of (await readResources(document, owner.text, 'XObject')).values()) {
      const form = await document.object(id);
      if (form.text.includes('/Subtype /Form'))
        await this.tag(form, { ...place, streamIds: [id], depth: place.depth + 1 });
    }
  }

  /** Writes the lists of elements. @returns the new ones */
  writeLists(): NewParent[] {
    const { rewrite, nextKey } = this.#tools;
    for (const list of this.#lists.values())
      if (list.id !== null && list.texts.length > 0) rewrite.write(list.id, this.#toList(list));
    return this.#newLists.map((list, index) => ({
      id: rewrite.add(this.#toList(list)),
      key: nextKey + index,
    }));
  }

  #toList({ written, texts }: ElementList): string {
    const added = texts.map((index) => {
      const elementId = this.tags.get(index)?.own?.elementId;
      return elementId === undefined ? 'null' : `${elementId} 0 R`;
    });
    return `[${[...written, ...added].join(' ')}]`;
  }

  async #readList({ text }: PdfObject): Promise<ElementList> {
    const key = /\/StructParents (\d{1,10})/.exec(text)?.[1];
    const id = (key === undefined ? null : this.#tools.parents.get(Number(key))) ?? null;
    const written = id === null ? [] : readArray((await this.#tools.document.object(id)).text);
    return { id, written, texts: [] };
  }

  #addKey(owner: string, list: ElementList): string {
    const key = this.#tools.nextKey + this.#newLists.length;
    this.#newLists.push(list);
    return writeEntries(readEntries(owner).set('StructParents', String(key)));
  }

  /** Returns the packed content, or null if it has no marks. */
  async #tagContent(
    data: Uint8Array,
    list: ElementList,
    place: Omit<TextPlace, 'mcid'>,
  ): Promise<Uint8Array | null> {
    const { marked, document } = this.#tools;
    const found = await findStyleTexts(latin1.decode(data), {
      toIndex: (colour) => {
        const index = marked.toIndex(colour);
        return marked.texts[index] === undefined ? null : index;
      },
      isKept: (index) => marked.texts[index]?.alternative != null,
      nextMcid: list.written.length + list.texts.length,
      meter: document.meter,
    });
    for (const { index, mcid } of found.pieces) {
      this.tags.get(index)?.pieces.push({ ...place, mcid });
      list.texts.push(index);
    }
    for (const { index, mcid } of found.tags) {
      const [elementId] = readReferences(list.written[mcid] ?? '');
      const tag = this.tags.get(index);
      if (elementId !== undefined && tag?.own === null) tag.own = { elementId, place: { ...place, mcid } };
    }
    if (found.edits.length === 0) return null;
    const edits = found.edits.toSorted((one, other) => one.start - other.start || one.end - other.end);
    return deflateSync(applyEdits(data, edits));
  }
}

function withLength(dictionary: string, { byteLength }: Uint8Array): string {
  const entries = readEntries(dictionary);
  for (const name of ['DecodeParms', 'DL']) entries.delete(name);
  return writeEntries(entries.set('Filter', '/FlateDecode').set('Length', String(byteLength)));
}
