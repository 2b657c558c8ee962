import type { PdfReader } from '../file/reader.ts';
import { readReferences } from '../file/dictionary.ts';
import type { PdfRewrite } from '../file/rewrite.ts';
import { toTextString, writeEntries } from '../file/syntax.ts';
import { kidId, type TagElement, TagTree, writeKids } from './tag-tree.ts';

/** A text of a style sheet, which is printed with a mark. It can be sent as JSON. */
export interface StyleText {
  /** It is before the content of its element. */
  readonly isBefore: boolean;
  /** What a screen reader reads instead of it, or null. */
  readonly alternative: string | null;
}

/** Marked content of a page, or of a form on it. */
export interface TextPlace {
  readonly pageId: number;
  readonly formId: number | null;
  readonly mcid: number;
}

/** The tag of a text, which is in an element of its own. */
export interface TextTag {
  /** It is null if Chromium wrote no tag. */
  own: { readonly elementId: number; readonly place: TextPlace } | null;
  /** What is painted of the text. */
  readonly pieces: TextPlace[];
}

/** These are before a text that is before the content. */
const FIRST = new Set(['Lbl', 'Caption']);

/** The type of a text, by the type of an element that can only have kids of this type. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['TR', 'TD'],
  ['L', 'LI'],
]);

const TABLES = new Set(['Table', 'THead', 'TBody', 'TFoot']);

/** Gives the tags of texts their content, and puts each before or after the other kids of its element. */
export async function placeTexts(
  rewrite: PdfRewrite,
  document: PdfReader,
  { tags, texts }: { readonly tags: ReadonlyMap<number, TextTag>; readonly texts: readonly StyleText[] },
): Promise<void> {
  const placer = new TextPlacer(document);
  for (const [index, text] of texts.entries()) {
    const tag = tags.get(index);
    if (tag?.own) await placer.place(tag.own, tag.pieces, text);
  }
  for (const { id, entries, kids } of placer.changed.values())
    rewrite.write(id, writeEntries(entries.set('K', writeKids(kids))));
}

/** Its kids are written when all texts have their places, because one element may own many. */
interface ChangedElement extends TagElement {
  kids: readonly string[];
}

class TextPlacer {
  readonly changed = new Map<number, ChangedElement>();
  readonly #tree: TagTree;

  constructor(document: PdfReader) {
    this.#tree = new TagTree(document);
  }

  async place(
    own: NonNullable<TextTag['own']>,
    pieces: readonly TextPlace[],
    { isBefore, alternative }: StyleText,
  ): Promise<void> {
    const element = await this.#element(own.elementId);
    const content = alternative === null ? pieces : [own.place, ...pieces];
    element.kids = content.map(toKid);
    if (alternative !== null) element.entries.set('ActualText', toTextString(alternative));
    const box = await this.#parentOf(element);
    let outer = box && (await this.#parentOf(box));
    if (box === null || outer === null) return;
    const kid = `${box.id} 0 R`;
    outer.kids = outer.kids.filter((one) => one !== kid);
    if (content.length === 0) return;
    let beside: number | null = null;
    while (TABLES.has(outer.type)) {
      const next = await this.#parentOf(outer);
      if (next === null) break;
      [beside, outer] = [outer.id, next];
    }
    box.entries.set('P', `${outer.id} 0 R`).set('S', `/${TYPES.get(outer.type) ?? 'NonStruct'}`);
    await this.#insert(outer, box.id, { isBefore, beside });
  }

  async #element(id: number): Promise<ChangedElement> {
    const known = this.changed.get(id);
    if (known !== undefined) return known;
    const element = await this.#tree.element(id);
    this.changed.set(id, element);
    return element;
  }

  async #parentOf({ entries }: TagElement): Promise<ChangedElement | null> {
    const [id] = readReferences(entries.get('P') ?? '');
    const parent = id === undefined ? null : await this.#element(id);
    return parent?.type ? parent : null;
  }

  async #insert(
    outer: ChangedElement,
    id: number,
    { isBefore, beside }: { readonly isBefore: boolean; readonly beside: number | null },
  ): Promise<void> {
    const { kids } = outer;
    const at =
      beside === null
        ? isBefore
          ? await this.#findFirst(outer)
          : kids.length
        : kids.indexOf(`${beside} 0 R`) + (isBefore ? 0 : 1);
    outer.kids = kids.toSpliced(at, 0, `${id} 0 R`);
  }

  /** Returns the place after a label or a caption. */
  async #findFirst({ kids }: TagElement): Promise<number> {
    const [first] = kids;
    const id = first === undefined ? null : kidId(first);
    return id !== null && FIRST.has((await this.#tree.element(id)).type) ? 1 : 0;
  }
}

const toKid = ({ pageId, formId, mcid }: TextPlace): string =>
  `<</Type /MCR /Pg ${pageId} 0 R ${formId === null ? '' : `/Stm ${formId} 0 R `}/MCID ${mcid}>>`;
