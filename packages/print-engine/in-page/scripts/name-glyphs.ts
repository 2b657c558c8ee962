/** Finds characters that were printed without a glyph and without a text. Few documents have any, so this is a separate script. */
import type { GlyphPlace } from '../messages.ts';
import { readRules } from './css-rules.ts';
import { findDocuments } from './documents.ts';
import { readCssStrings } from './paged/content-items.ts';
import { plain } from './pristine.ts';
import { listSheets } from './style-sheets.ts';

/** Nodes and characters beyond these are not read. */
const MAX_NODES = 500_000;
const MAX_CHARACTERS = 5_000_000;

/** More than the engine sends. */
const MAX_CONTEXT = 20;

/** Some font has each Latin letter. Marks are drawn with other characters. */
const CANDIDATES = /[^\u0020-\u007e\u00a0-\u024f\s\p{M}\p{Cs}]/gu;

/** The texts of a document, as far as a script can read them. */
class Texts {
  #nodes = 0;
  #characters = 0;
  #isHidden = false;
  /** A text that is not beside the others is one of its own. */
  readonly #parts: string[][] = [[]];

  /** @returns each without white space, because lines end in other places on paper */
  toArray(): string[] {
    return this.#parts.map((part) => part.join('').replaceAll(/\s+/g, ''));
  }

  add(text: string): void {
    this.#characters += text.length;
    if (!this.#isHidden && this.#characters <= MAX_CHARACTERS) this.#parts.at(-1)?.push(text);
  }

  addAlone(text: string): void {
    this.#parts.push([]);
    this.add(text);
    this.#parts.push([]);
  }

  addTree(root: Document | ShadowRoot): void {
    for (const sheet of listSheets(root)) this.#addRules(sheet);
    for (const child of root.childNodes) this.#addNode(child);
  }

  #addRules(sheet: CSSStyleSheet): void {
    for (const { cssText } of readRules(sheet)) this.#addStyles(cssText);
  }

  /** The strings of a style sheet may be in margin boxes, in markers and in the addresses of drawings. */
  #addStyles(css: string): void {
    if (css.search(CANDIDATES) < 0 && !css.includes(DRAWING)) return;
    for (const text of readCssStrings(css)) this.addAlone(readDrawing(text));
  }

  /** Nodes of a frame have other constructors. */
  #addNode(node: Node): void {
    this.#nodes += 1;
    if (this.#nodes > MAX_NODES) return;
    const { nodeType, nodeValue } = plain(node);
    if (isElement(node)) this.#addElement(node);
    else if (nodeType === Node.TEXT_NODE) this.add(nodeValue ?? '');
  }

  #addElement(element: Element): void {
    const { display, visibility } = getComputedStyle(element);
    if (display === 'none') return;
    const isHidden = this.#isHidden;
    this.#isHidden = visibility !== 'visible';
    this.#addShown(element);
    this.#isHidden = isHidden;
  }

  #addShown(element: Element): void {
    const { shadowRoot, childNodes, attributes } = plain(element);
    this.add(readPseudo(element, '::before'));
    for (const { name, value } of attributes) {
      if (name === 'style') this.#addStyles(`{${value}}`);
      else if (value.startsWith(DRAWING)) this.addAlone(readDrawing(value));
    }
    this.add(readValue(element));
    if (shadowRoot) this.addTree(shadowRoot);
    for (const child of childNodes) this.#addNode(child);
    this.add(readPseudo(element, '::after'));
  }
}

const isElement = (node: Node): node is Element => plain(node).nodeType === Node.ELEMENT_NODE;

function readValue(element: Element): string {
  const { value = '', placeholder = '' } = element as Partial<HTMLInputElement>;
  return typeof value === 'string' ? value || placeholder : '';
}

function readPseudo(element: Element, pseudo: string): string {
  const { content } = getComputedStyle(element, pseudo);
  return content.includes('"') ? readCssStrings(content).join('') : '';
}

const DRAWING = 'data:image/svg+xml';

/** Returns the source of a drawing whose address has it, or the text itself. */
function readDrawing(text: string): string {
  if (!text.startsWith(DRAWING)) return text;
  const [head = ''] = text.split(',', 1);
  const source = text.slice(head.length + 1);
  try {
    return head.endsWith(';base64')
      ? new TextDecoder().decode(Uint8Array.from(atob(source), (byte) => byte.charCodeAt(0)))
      : decodeURIComponent(source);
  } catch {
    return '';
  }
}

/** Stands for a character that has no text in the PDF either. */
const ANY_CHARACTER = '\u{FFFD}';

/** Returns how many characters of both are the same, from the place on that they share. */
function countSame(one: string, other: string, fromEnd: boolean): number {
  const at = (text: string, index: number) => text.at(fromEnd ? -1 - index : index)?.toLowerCase();
  let count = 0;
  while (count < other.length && [at(one, count), ANY_CHARACTER].includes(at(other, count))) count += 1;
  return count;
}

const reversed = (text: string): string => Array.from(text).toReversed().join('');

function readTexts(roots: readonly (Document | ShadowRoot)[]): string[] {
  const texts = new Texts();
  try {
    for (const root of roots) texts.addTree(root);
  } catch {
    // A script can nest elements deeper than this can follow.
  }
  return texts.toArray();
}

/** @returns for each place, the character that is most probably there, or an empty text. A closed shadow root cannot be read */
function nameGlyphs(places: readonly GlyphPlace[], roots: readonly ShadowRoot[]): string[] {
  // Text that is read from the right is painted from the left.
  const painted = places.map(({ before, after }) => [
    [before, after],
    [reversed(after), reversed(before)],
  ]);
  const names = places.map(() => ({ character: '', score: -1 }));
  for (const text of readTexts([...findDocuments().map(({ document }) => document), ...roots]))
    for (const { 0: character, index } of text.matchAll(CANDIDATES)) {
      const [from, end] = [Math.max(0, index - MAX_CONTEXT), index + character.length];
      const [head, tail] = [text.slice(from, index), text.slice(end, end + MAX_CONTEXT)];
      for (const [number, orders] of painted.entries()) {
        const scores = orders.map(
          ([before = '', after = '']) => countSame(head, before, true) + countSame(tail, after, false),
        );
        const score = Math.max(...scores);
        if (score > (names[number]?.score ?? 0)) names[number] = { character, score };
      }
    }
  return names.map(({ character }) => character);
}

Object.assign(globalThis, { nameGlyphs });
