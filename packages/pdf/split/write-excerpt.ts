import { findDictionary, findReference, mapReferences, readReferences } from '../file/dictionary.ts';
import { toExcerptXmp } from '../finish/excerpt-xmp.ts';
import { copyStream } from '../merge/copy-stream.ts';
import { ObjectWriter } from '../merge/object-writer.ts';
import type { PdfObject } from '../file/reader.ts';
import { toFileIdentifier } from '../file/rewrite.ts';
import { readEntries } from '../file/syntax.ts';
import { describeOutline, findPlace, pruneOutline } from './outline.ts';
import { ExcerptForm } from './excerpt-form.ts';
import { leavesExcerpt, type SplitSource } from './split-source.ts';
import { copyElement, type KeptTags, keepTags } from './tags.ts';

/** Readers go through the children of a node one after the other. */
const PAGES_PER_GROUP = 100;

/** To copy a tag or a bookmark, and to write a character of it. */
const COPY_WORK = 1_000;
const WRITE_WORK = 10;

/** A page, without the links that leave the excerpt. */
interface KeptPage {
  readonly id: number;
  readonly text: string;
}

/** Writes the objects that the pages need, each once, with new ids. */
class ExcerptWriter {
  readonly #source: SplitSource;
  readonly #writer = new ObjectWriter();
  /** By id in the file, the id in the excerpt. It is null for a page that is not in the excerpt. */
  readonly #ids = new Map<number, number | null>();
  readonly #waiting: number[] = [];
  /** The text of an annotation with its own place, and of a field without what is not in the excerpt. */
  readonly #texts = new Map<number, string>();
  readonly #form: ExcerptForm | null;

  constructor(source: SplitSource, pages: readonly PdfObject[]) {
    this.#source = source;
    this.#form = source.form && new ExcerptForm(source.reader, source.form);
    for (const { id } of source.pages) this.#ids.set(id, null);
    for (const { id } of pages) this.#ids.set(id, this.#writer.reserve());
  }

  async *write(pages: readonly PdfObject[], labels: string | null): AsyncGenerator<Uint8Array> {
    const writer = this.#writer;
    const { catalog, reader, tags } = this.#source;
    const kept: KeptPage[] = [];
    const keys: number[] = [];
    for (const page of pages) kept.push(await this.#keepPage(page, keys));
    for (const [id, text] of this.#form?.describeFields() ?? []) this.#texts.set(id, text);
    const structure = tags && (await keepTags(reader, tags, keys));
    for (const id of structure?.elements.keys() ?? []) this.#ids.set(id, writer.reserve());
    const pagesId = yield* this.#writePages(kept);
    yield* this.#writeWaiting();
    const entries = [`/Pages ${pagesId} 0 R`];
    if (structure && structure.elements.size > 0) {
      entries.push(`/StructTreeRoot ${yield* this.#writeTags(structure)} 0 R`);
    }
    const outlineId = yield* this.#writeOutline();
    if (outlineId !== null) entries.push(`/Outlines ${outlineId} 0 R`);
    if (labels !== null) {
      const labelsId = writer.reserve();
      yield* writer.write(labelsId, labels);
      entries.push(`/PageLabels ${labelsId} 0 R`);
    }
    const form = this.#form?.describe() ?? null;
    if (form !== null) entries.push(`/AcroForm ${mapReferences(form, this.#toId)}`);
    entries.push(...this.#copyEntries(catalog.text));
    const infoId = findReference(reader.trailer, 'Info');
    const info = infoId === null ? '' : ` /Info ${this.#toId(infoId)} 0 R`;
    yield* this.#writeWaiting();
    const catalogId = writer.reserve();
    yield* writer.writeUnpacked(catalogId, `<</Type /Catalog ${entries.join(' ')}>>`);
    // A PDF/A has an identifier, and so has an excerpt of it.
    const identifier = reader.trailer.includes('/ID') ? ` ${toFileIdentifier(reader.trailer)}` : '';
    yield* writer.finish(`/Root ${catalogId} 0 R${info}${identifier}`);
  }

  readonly #isKept = (pageId: number): boolean => (this.#ids.get(pageId) ?? null) !== null;

  readonly #toId = (id: number): number | null => {
    const known = this.#ids.get(id);
    if (known !== undefined) return known;
    const copy = this.#writer.reserve();
    this.#ids.set(id, copy);
    this.#waiting.push(id);
    return copy;
  };

  /** @param keys of the parent tree, to which those of the page and of its links are added */
  async #keepPage({ id, text }: PdfObject, keys: number[]): Promise<KeptPage> {
    const { reader, destinations } = this.#source;
    const addKey = (from: string) => {
      const key = /\/StructParents? (\d+)/.exec(from)?.[1];
      if (key !== undefined) keys.push(Number(key));
    };
    addKey(text);
    const links: string[] = [];
    for (const linkId of readReferences(/\/Annots \[([^[\]]*)\]/.exec(text)?.[1] ?? '')) {
      const link = await reader.object(linkId);
      if (leavesExcerpt(link.text, destinations, this.#isKept)) continue;
      addKey(link.text);
      links.push(`${linkId} 0 R`);
      if (link.text.includes('/Subtype /Widget')) await this.#form?.keep(linkId, link.text);
      const place = findPlace(link.text, destinations);
      if (place !== null)
        this.#texts.set(linkId, link.text.replace(/\/Dest \/[^\s/<>[\]()]+/, `/Dest ${place}`));
    }
    return {
      id,
      text: text.replace(/\/Annots \[[^[\]]*\]/, links.length > 0 ? `/Annots [${links.join(' ')}]` : ''),
    };
  }

  async *#writePages(pages: readonly KeptPage[]): AsyncGenerator<Uint8Array, number> {
    const writer = this.#writer;
    const rootId = writer.reserve();
    const groups: string[] = [];
    for (let at = 0; at < pages.length; at += PAGES_PER_GROUP) {
      const group = pages.slice(at, at + PAGES_PER_GROUP);
      const groupId = writer.reserve();
      groups.push(`${groupId} 0 R`);
      const kids = group.map(({ id }) => `${this.#toId(id)} 0 R`);
      for (const { id, text } of group) {
        const inGroup = mapReferences(text.replace(/\/Parent \d+ 0 R\b/, ''), this.#toId);
        yield* writer.write(
          this.#toId(id) ?? 0,
          inGroup.replace('<<', () => `<</Parent ${groupId} 0 R `),
        );
      }
      const parent = `/Parent ${rootId} 0 R`;
      yield* writer.write(
        groupId,
        `<</Type /Pages ${parent} /Kids [${kids.join(' ')}] /Count ${kids.length}>>`,
      );
    }
    yield* writer.write(rootId, `<</Type /Pages /Kids [${groups.join(' ')}] /Count ${pages.length}>>`);
    return rootId;
  }

  /** Writes the objects that were referred to, then those that they refer to, and so on. */
  async *#writeWaiting(): AsyncGenerator<Uint8Array> {
    const { reader } = this.#source;
    for (let id = this.#waiting.shift(); id !== undefined; id = this.#waiting.shift()) {
      const object = await reader.object(id);
      const text = mapReferences(this.#texts.get(id) ?? object.text, this.#toId);
      const copyId = this.#toId(id) ?? 0;
      if (object.stream) yield* this.#writer.writeStream(copyId, text, this.#copyStream(object));
      else yield* this.#writer.write(copyId, text);
    }
  }

  /** Writes a copy of what is in memory. It gives others their turn, as a read of an object does. */
  async *#writeCopy(id: number, text: string): AsyncGenerator<Uint8Array> {
    const { meter } = this.#source.reader;
    meter.charge(COPY_WORK + WRITE_WORK * text.length);
    if (meter.isDue) await meter.pause();
    yield* this.#writer.write(id, text);
  }

  async *#copyStream(object: PdfObject): AsyncGenerator<Uint8Array> {
    const { reader } = this.#source;
    if (object.text.includes('/Type /Metadata')) yield toExcerptXmp(await reader.readStream(object));
    else yield* copyStream(reader.source, object);
  }

  /** In the form that the merger reads. */
  async *#writeTags({ elements, entries }: KeptTags): AsyncGenerator<Uint8Array, number> {
    const writer = this.#writer;
    const { tags } = this.#source;
    const rootId = writer.reserve();
    if (tags) this.#ids.set(tags.structure.rootId, rootId);
    const toKept = (id: number) => this.#ids.get(id) ?? null;
    for (const [id, text] of elements) yield* this.#writeCopy(toKept(id) ?? 0, copyElement(text, toKept));
    const numbers: string[] = [];
    for (const [key, { id, list }] of [...entries].sort(([one], [other]) => one - other)) {
      const copyId = list === null ? (toKept(id) ?? 0) : writer.reserve();
      if (list !== null) yield* this.#writeCopy(copyId, mapReferences(list, toKept));
      numbers.push(`${key} ${copyId} 0 R`);
    }
    const parentsId = writer.reserve();
    yield* writer.write(parentsId, `<</Type /ParentTree /Nums [${numbers.join(' ')}]>>`);
    const top = tags?.structure.kids.filter((id) => elements.has(id)).map((id) => `${toKept(id)} 0 R`) ?? [];
    const lines = [
      `/Type /StructTreeRoot /K [${top.join(' ')}] /ParentTree ${parentsId} 0 R`,
      `/ParentTreeNextKey ${tags?.structure.nextKey ?? 0}`,
    ];
    const names = tags?.names.filter(({ elementId }) => elements.has(elementId)) ?? [];
    if (names.length > 0) lines.push(`/IDTree ${yield* this.#writeNames(names)} 0 R`);
    if (tags?.structure.roles) lines.push(`/RoleMap ${tags.structure.roles}`);
    yield* writer.write(rootId, `<<${lines.join(' ')}>>`);
    return rootId;
  }

  *#writeNames(
    names: readonly { readonly name: string; readonly elementId: number }[],
  ): Generator<Uint8Array, number> {
    const [nodeId, treeId] = [this.#writer.reserve(), this.#writer.reserve()];
    const entries = names.map(({ name, elementId }) => `${name} ${this.#ids.get(elementId)} 0 R`);
    const limits = `${names[0]?.name} ${names.at(-1)?.name}`;
    yield* this.#writer.write(nodeId, `<</Limits [${limits}] /Names [${entries.join(' ')}]>>`);
    yield* this.#writer.write(treeId, `<</Kids [${nodeId} 0 R]>>`);
    return treeId;
  }

  async *#writeOutline(): AsyncGenerator<Uint8Array, number | null> {
    const items = pruneOutline(this.#source.outline, this.#isKept);
    if (items.length === 0) return null;
    const { rootId, objects } = describeOutline(items, {
      reserve: () => this.#writer.reserve(),
      toText: ({ place, elementId }) => {
        const element = elementId === null ? null : (this.#ids.get(elementId) ?? null);
        return `/Dest ${mapReferences(place, this.#toId)}${element === null ? '' : ` /SE ${element} 0 R`}`;
      },
    });
    for (const [id, text] of objects) yield* this.#writeCopy(id, text);
    return rootId;
  }

  /** Copies the entries that describe the whole file. Attachments stay with the file. */
  #copyEntries(catalog: string): string[] {
    const language = /\/Lang (?:\((?:[^()\\]|\\[\s\S])*\)|<[\dA-Fa-f\s]*>)/.exec(catalog)?.[0] ?? '';
    const dictionaries = ['MarkInfo', 'ViewerPreferences'].map((name) => {
      const found = findDictionary(catalog, name);
      return found ? `/${name} ${found.text}` : '';
    });
    const metadataId = findReference(catalog, 'Metadata');
    const metadata = metadataId === null ? '' : `/Metadata ${this.#toId(metadataId)} 0 R`;
    // An excerpt of a PDF/A is PDF/A.
    const written = readEntries(catalog).get('OutputIntents');
    const intents = written === undefined ? '' : `/OutputIntents ${mapReferences(written, this.#toId)}`;
    return [language, ...dictionaries, metadata, intents].filter((entry) => entry !== '');
  }
}

/** @param labels the page labels of the excerpt, or null */
export const writeExcerpt = (
  source: SplitSource,
  pages: readonly PdfObject[],
  labels: string | null,
): AsyncGenerator<Uint8Array> => new ExcerptWriter(source, pages).write(pages, labels);
