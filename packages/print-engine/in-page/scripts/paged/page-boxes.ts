import type { ContentBox, PaperBox } from '../../paged-messages.ts';
import { listPageRules, readMargins, withoutVariables } from '../page-rules.ts';
import { page, plain } from '../pristine.ts';
import { MAX_SHRINK } from '../../max-shrink.ts';

/** Source: css-page-3, 7.1. Millimetres. */
const PAPERS: ReadonlyMap<string, readonly [widthMm: number, heightMm: number]> = new Map([
  ['a5', [148, 210]],
  ['a4', [210, 297]],
  ['a3', [297, 420]],
  ['b5', [176, 250]],
  ['b4', [250, 353]],
  ['jis-b5', [182, 257]],
  ['jis-b4', [257, 364]],
  ['letter', [215.9, 279.4]],
  ['legal', [215.9, 355.6]],
  ['ledger', [279.4, 431.8]],
]);

const PIXELS_PER_MM = 96 / 25.4;

const PROPERTIES = ['size', 'margin-left', 'margin-right', 'margin-top', 'margin-bottom'] as const;

/** By property, the value that wins. */
type Declared = ReadonlyMap<string, { readonly value: string; readonly isImportant: boolean }>;

/** The areas for the content of pages, by name, as the `@page` rules of the document and of the job set them. Left and right pages count as equally wide. */
export class PageBoxes {
  readonly #paper: PaperBox;
  /** By selector. */
  readonly #rules: ReadonlyMap<string, readonly CSSPageRule[]>;
  readonly #base: Declared;
  readonly #boxes = new Map<string, ContentBox>();
  #shrink = 1;

  constructor(paper: PaperBox) {
    this.#paper = paper;
    this.#rules = Map.groupBy(listPageRules(), ({ selectorText }) => selectorText);
    this.#base = readDeclared(this.#rules.get('') ?? []);
  }

  /** By this factor, Chromium prints the document smaller. */
  get shrink(): number {
    return this.#shrink;
  }

  /**
   * Chromium gives a document that is wider than its pages larger ones, and prints these smaller. It does not look at what is left of the pages, where text
   * from right to left ends. Call it in the layout of the window.
   */
  measureShrink(): void {
    this.#shrink = 1;
    this.#boxes.clear();
    if (getComputedStyle(page.documentElement).direction === 'rtl') return;
    const shrink = page.documentElement.scrollWidth / this.read('auto').widthPx;
    this.#shrink = Math.min(Math.max(shrink, 1), MAX_SHRINK);
    this.#boxes.clear();
  }

  /** @param name the value of the property `page` */
  read(name: string): ContentBox {
    const known = this.#boxes.get(name);
    if (known !== undefined) return known;
    const rules = name === 'auto' ? [] : (this.#rules.get(name) ?? []);
    const box = toContentBox(readDeclared(rules, this.#base), {
      ...this.#paper,
      scale: this.#paper.scale / this.#shrink,
    });
    this.#boxes.set(name, box);
    return box;
  }

  /** Returns the area of the pages that an element is on. */
  of(element: Element): ContentBox {
    for (let box: Element | null = element; box !== null; box = plain(box).parentElement) {
      const name = getComputedStyle(box).getPropertyValue('page');
      if (name !== 'auto' && name !== '') return this.read(name);
    }
    return this.read('auto');
  }
}

/** The last value wins, or the last important one. @param base the values of rules that are less specific */
function readDeclared(rules: readonly CSSPageRule[], base: Declared = new Map()): Declared {
  const declared = new Map(base);
  for (const rule of rules) {
    const margins = readMargins(rule);
    for (const property of PROPERTIES) {
      const value = (property === 'size' ? rule.style : margins).getPropertyValue(property);
      const isImportant = rule.style.getPropertyPriority(property) === 'important';
      const isWinner = isImportant || declared.get(property)?.isImportant !== true;
      if (value !== '' && isWinner) declared.set(property, { value: withoutVariables(value), isImportant });
    }
  }
  return declared;
}

function toContentBox(declared: Declared, paper: PaperBox): ContentBox {
  const read = (property: (typeof PROPERTIES)[number]) => declared.get(property)?.value ?? '';
  const [widthPx, heightPx] = toSize(read('size'), paper);
  const { left, right, top, bottom } = paper.marginPx;
  const toContent = (lengthPx: number) => Math.max(1, Math.ceil(lengthPx / paper.scale - 1e-6));
  return {
    widthPx: toContent(
      widthPx -
        (toPixels(read('margin-left'), widthPx) ?? left) -
        (toPixels(read('margin-right'), widthPx) ?? right),
    ),
    heightPx: toContent(
      heightPx -
        (toPixels(read('margin-top'), heightPx) ?? top) -
        (toPixels(read('margin-bottom'), heightPx) ?? bottom),
    ),
  };
}

/** Reads the property `size`. Returns the size of the job's paper if the document sets none. */
function toSize(
  value: string,
  { widthPx, heightPx }: PaperBox,
): readonly [widthPx: number, heightPx: number] {
  const words = value.toLowerCase().split(/\s+/);
  const lengths = words.flatMap((word) => toPixels(word, 0) ?? []);
  const [named] = words.flatMap((word) => [PAPERS.get(word) ?? []]).filter((size) => size.length > 0);
  const [width = widthPx, height = lengths.length === 1 ? width : heightPx] =
    lengths.length > 0 ? lengths : (named ?? []).map((mm) => mm * PIXELS_PER_MM);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (words.includes('landscape')) return [long, short];
  return words.includes('portrait') ? [short, long] : [width, height];
}

/** @param allPx 100 percent @returns null if the value is not a length */
function toPixels(value: string, allPx: number): number | null {
  try {
    const length = CSSNumericValue.parse(value);
    return length instanceof CSSUnitValue && length.unit === 'percent'
      ? (length.value * allPx) / 100
      : length.to('px').value;
  } catch {
    return null;
  }
}
