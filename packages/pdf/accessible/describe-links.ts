import type { Problems } from '../archive/problems.ts';
import { placeOf } from '../archive/problems.ts';
import { readReferences } from '../file/dictionary.ts';
import type { PdfObject, PdfReader } from '../file/reader.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { readEntries, readString, readTextString, toTextString, writeEntries } from '../file/syntax.ts';
import type { LinkNames } from './link-names.ts';
import type { TextReader } from './read-texts.ts';
import type { NewParent } from './parent-tree.ts';
import { type ContentPlace, kidIds, readContentPlaces, type TagTree } from './tag-tree.ts';

/** The limit for elements in one link. The text of further elements is left out. */
const MAX_ELEMENTS = 200;
const MAX_NAME_CHARACTERS = 500;

interface Link {
  readonly annotation: PdfObject;
  readonly elementId: number | null;
  /** The tag that has the link, and is no link itself, such as a drawing with a label. The link gets a tag of its own in it. */
  readonly outerId: number | null;
  /** The parts of its text: places in the content, and texts of images. */
  readonly parts: readonly (ContentPlace | string)[];
}

interface Tools {
  readonly reader: PdfReader;
  readonly rewrite: PdfRewrite;
  readonly problems: Problems;
  readonly tree: TagTree;
  readonly texts: TextReader;
  readonly names: LinkNames;
  /** The ids of the elements of links, and of lists of elements, by key of the parent tree. */
  readonly parents: ReadonlyMap<number, number>;
  /** The element that gets the elements of links without tags. */
  readonly outerId: number;
  readonly nextKey: number;
}

/** Gives each link a description and a tag (ISO 14289-1, 7.18.5). */
export class LinkDescriber {
  /** The names of links by the ids of their elements, without the added ones. */
  readonly names = new Map<number, string>();
  readonly added: NewParent[] = [];
  /** By id of a tag, the new tags of the links in it, by the ids of their annotations. */
  readonly inner = new Map<number, Map<number, number>>();
  readonly #tools: Tools;
  #links: Link[] = [];

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Lists the links of a page. Call it before the content of the page is scanned. */
  async prepare(page: PdfObject): Promise<void> {
    const { reader, problems, parents, texts } = this.#tools;
    this.#links = [];
    texts.forget();
    for (const id of readReferences(/\/Annots \[([^[\]]*)\]/.exec(page.text)?.[1] ?? '')) {
      const annotation = await reader.object(id);
      const subtype = /\/Subtype \/(\w+)/.exec(annotation.text)?.[1] ?? '';
      if (subtype !== 'Link') {
        problems.add('7.18.1', placeOf(annotation), `is an annotation of the kind ${subtype}`);
        continue;
      }
      const key = /\/StructParent (\d+)/.exec(annotation.text)?.[1];
      const ownerId = (key === undefined ? null : parents.get(Number(key))) ?? null;
      const isLink = ownerId !== null && (await this.#tools.tree.element(ownerId)).type === 'Link';
      const elementId = isLink ? ownerId : null;
      const parts = elementId === null ? [] : await this.#readParts(elementId, page.id);
      for (const part of parts) if (typeof part !== 'string') texts.want(part);
      this.#links.push({ annotation, elementId, outerId: isLink ? null : ownerId, parts });
    }
  }

  /** Writes the descriptions of these links. Call it after the scan. */
  describe(page: PdfObject): void {
    const { rewrite, nextKey } = this.#tools;
    for (const { annotation, elementId, outerId, parts } of this.#links) {
      const entries = readEntries(annotation.text);
      const name = (elementId === null ? null : this.names.get(elementId)) ?? this.#findName(entries, parts);
      if (readTextString(entries.get('Contents') ?? '()') === '') entries.set('Contents', toTextString(name));
      if (elementId === null) {
        const added = { id: rewrite.reserve(), key: nextKey + this.added.length };
        this.added.push(added);
        entries.set('StructParent', String(added.key));
        this.#writeElement(added, { annotation, page, name, outerId });
      } else {
        this.names.set(elementId, name);
      }
      rewrite.write(annotation.id, writeEntries(entries));
    }
    if (this.#links.length > 0 && !/\/Tabs \/S\b/.test(page.text))
      rewrite.write(page.id, writeEntries(readEntries(page.text).set('Tabs', '/S')));
  }

  #writeElement(
    { id }: NewParent,
    {
      annotation,
      page,
      name,
      outerId,
    }: Pick<Link, 'annotation' | 'outerId'> & { readonly page: PdfObject; readonly name: string },
  ): void {
    if (outerId !== null) {
      const inner = this.inner.get(outerId) ?? new Map<number, number>();
      this.inner.set(outerId, inner.set(annotation.id, id));
    }
    const link = `<</Type /OBJR /Obj ${annotation.id} 0 R /Pg ${page.id} 0 R>>`;
    const parent = `/P ${outerId ?? this.#tools.outerId} 0 R /Pg ${page.id} 0 R`;
    this.#tools.rewrite.write(
      id,
      `<</Type /StructElem /S /Link ${parent} /Alt ${toTextString(name)} /K [${link}]>>`,
    );
  }

  #findName(entries: ReadonlyMap<string, string>, parts: Link['parts']): string {
    const { names, texts } = this.#tools;
    const text = parts
      .map((part) => (typeof part === 'string' ? part : texts.read(part)))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const address = readAddress(entries.get('A'));
    const name = names.find(address, text) ?? text;
    const chosen = name === '' ? (address ?? entries.get('Dest') ?? '') : name;
    return (chosen === '' ? 'Link' : chosen).slice(0, MAX_NAME_CHARACTERS).toWellFormed();
  }

  async #readParts(elementId: number, pageId: number): Promise<(ContentPlace | string)[]> {
    const parts: (ContentPlace | string)[] = [];
    const waiting = [elementId];
    for (let count = 0, id = waiting.pop(); id !== undefined && count < MAX_ELEMENTS; id = waiting.pop()) {
      count += 1;
      const element = await this.#tools.tree.element(id);
      const own = element.entries.get('ActualText') ?? element.entries.get('Alt');
      if (own !== undefined && id !== elementId) {
        parts.push(readTextString(own));
        continue;
      }
      parts.push(...readContentPlaces(element, pageId));
      waiting.push(...kidIds(element).toReversed());
    }
    return parts;
  }
}

function readAddress(action: string | undefined): string | null {
  const address = action === undefined ? undefined : /\/URI (\((?:[^()\\]|\\[\s\S])*\))/.exec(action)?.[1];
  return address === undefined ? null : readString(address);
}
