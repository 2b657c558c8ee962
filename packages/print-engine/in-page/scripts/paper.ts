import {
  type ContentSize,
  type ElementBox,
  PAGE_FROM_LEFT,
  type PageMargins,
  UNSEEN_PX,
} from '../messages.ts';
import {
  demotePageRules,
  listPageRules,
  readMargins,
  widenTinyPages,
  withoutVariables,
} from './page-rules.ts';
import { page, plain } from './pristine.ts';
import { adopt, listSheets } from './style-sheets.ts';

const paper = new CSSStyleSheet();

/** Pages of a scaled document begin at the left. */
let beginsAtLeft = false;

/**
 * The last style sheet wins over others with the same weight, and no other rule is important.
 * @param leastMm the shortest side of a page that the document may choose
 */
export function setPaper(style: string, leastMm = 0): void {
  for (const sheet of listSheets()) {
    demotePageRules(sheet);
    if (leastMm > 0) widenTinyPages(sheet, leastMm);
  }
  beginsAtLeft = style.includes(PAGE_FROM_LEFT);
  if (isReadFromRight()) paper.replaceSync(swapSides(style));
  else paper.replaceSync(isRootFromRight() ? `${style} ${turnMarginBoxes()}` : style);
  adopt(paper);
}

const MARGIN_BOXES = [
  ...['top', 'bottom'].flatMap((edge) =>
    ['left-corner', 'left', 'center', 'right', 'right-corner'].map((part) => `${edge}-${part}`),
  ),
  ...['left', 'right'].flatMap((edge) => ['top', 'middle', 'bottom'].map((part) => `${edge}-${part}`)),
];

/** Only margin boxes inherit the direction of the page, so they get it back where the document declares no other one. */
function turnMarginBoxes(): string {
  const declared = listOwnPageRules().flatMap((rule) =>
    Array.from(rule.cssRules, ({ cssText }) => cssText).filter((css) => /[{;\s]direction:/.test(css)),
  );
  const boxes = MARGIN_BOXES.filter((box) => !declared.some((css) => css.startsWith(`@${box} `)));
  const directions = boxes.map((box) => `@${box} { direction: rtl }`);
  return `@page { ${directions.join(' ')} }`;
}

/** Returns whether the first page is a left one. */
export const isReadFromRight = (): boolean => !beginsAtLeft && isRootFromRight();

const isRootFromRight = (): boolean =>
  (page.documentElement as Element | null) !== null &&
  getComputedStyle(page.documentElement).direction === 'rtl';

/** The rules of a job for left pages are those for even pages. */
const swapSides = (style: string): string =>
  style.replaceAll(/:(left|right) /g, (_, side: string) => (side === 'left' ? ':right ' : ':left '));

const unseen = new CSSStyleSheet();
unseen.replaceSync(
  `@media (width: ${UNSEEN_PX}px) and (height: ${UNSEEN_PX}px) { :root { display: none !important } }`,
);

/** The next document has no layout in a window of `UNSEEN_PX`. Paper is larger, so a print lays the document out. */
export function hideFromScreen(): void {
  page.adoptedStyleSheets = [unseen];
}

/** Returns whether pages follow each other along the width of the document, so that nothing is too wide. The body's mode holds for the root. */
export const isVertical = (): boolean =>
  [page.documentElement, page.body].some(
    (element: Element | null) =>
      element !== null && getComputedStyle(element).writingMode !== 'horizontal-tb',
  );

/** A document without a root is an empty page. */
export function measureContent(): ContentSize {
  const root: Element | null = page.documentElement;
  if (!root) return { widthPx: 0, heightPx: 0, isVertical: false };
  // In quirks mode, only the body has what overflows the window, such as a box with a fixed position.
  const scrolled: Element = page.scrollingElement ?? root;
  // The first two are whole numbers and have what overflows; the third is exact.
  const heightPx = Math.max(root.scrollHeight, scrolled.scrollHeight, root.getBoundingClientRect().bottom);
  const widthPx = Math.max(root.scrollWidth, scrolled.scrollWidth);
  return { widthPx, heightPx: Math.ceil(heightPx), isVertical: isVertical() };
}

const MAX_ELEMENTS = 10_000;

const minHeights = new Map<HTMLElement, string>();

/** Call it in a window of another height than that of `freeMinHeights`, which compares. */
export function noteMinHeights(): void {
  minHeights.clear();
  for (const element of [...page.querySelectorAll<HTMLElement>('body *')].slice(0, MAX_ELEMENTS))
    minHeights.set(element, getComputedStyle(element).minHeight);
}

/** Removes minimum heights that changed with the window. With a padding, `min-height: 100vh` is always higher than the page. @returns whether there was one */
export function freeMinHeights(): boolean {
  const changed = [...minHeights].filter(
    ([element, before]) => getComputedStyle(element).minHeight !== before,
  );
  for (const [element] of changed) plain(element).style.setProperty('min-height', '0', 'important');
  minHeights.clear();
  return changed.length > 0;
}

/** Measures the first element that matches, or returns null if there is none. */
export function measureElement(selector: string): ElementBox | null {
  const element = page.querySelector(selector);
  if (element === null) return null;
  const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
  return { x: x + window.scrollX, y: y + window.scrollY, width, height };
}

/** `:first` wins over a rule for all pages. */
const specificity = ({ selectorText }: CSSPageRule): number => Number(selectorText !== '');

const listOwnPageRules = (): CSSPageRule[] => listPageRules(listSheets().filter((sheet) => sheet !== paper));

/** The document's own rules for page one, or for the pages with a name. The last one wins. */
function readRulesOf(pages = ':first'): CSSPageRule[] {
  const rules = listOwnPageRules().filter(({ selectorText }) => ['', pages].includes(selectorText));
  return rules.toSorted((one, other) => specificity(one) - specificity(other));
}

/** Returns the names of pages that have rules of their own. */
export const listNamedPages = (): ReadonlySet<string> =>
  new Set(
    listOwnPageRules().flatMap(({ selectorText }) => (/^[^:]/.test(selectorText) ? [selectorText] : [])),
  );

/** Millimetres of the shorter and the longer side. */
const PAPERS: Readonly<Record<string, readonly [number, number]>> = {
  a3: [297, 420],
  a4: [210, 297],
  a5: [148, 210],
  b4: [250, 353],
  b5: [176, 250],
  letter: [215.9, 279.4],
  legal: [215.9, 355.6],
  ledger: [279.4, 431.8],
};

const PIXELS_PER_MM = 96 / 25.4;

interface PageSize {
  readonly css: string;
  readonly width: number;
  /** It is null if it is not known. */
  readonly height: number | null;
}

/** Reads the paper that the document chooses, in pixels. It is null if it chooses none. @param pages default: page one */
export const readPageSize = (pages?: string): PageSize | null => toPageSize(readRulesOf(pages));

/** Returns the sizes of the document's named pages, and of its left and right ones. */
export const readOtherPageSizes = (): PageSize[] =>
  listOwnPageRules()
    .filter(({ selectorText }) => !['', ':first'].includes(selectorText))
    .map((rule) => toPageSize([rule]))
    .filter((size) => size !== null);

function toPageSize(rules: readonly CSSPageRule[]): PageSize | null {
  const sizes = rules.map(({ style }) => withoutVariables(style.getPropertyValue('size')));
  const css = sizes.findLast((size) => size !== '') ?? '';
  const words = css.split(' ');
  const named = words.map((word) => PAPERS[word.toLowerCase()]).find((sides) => sides !== undefined);
  if (named !== undefined) {
    const [width, height] = words.includes('landscape') ? named.toReversed() : named;
    return { css, width: (width ?? 0) * PIXELS_PER_MM, height: (height ?? 0) * PIXELS_PER_MM };
  }
  const [width = 0, height = width] = words.map(toPixels);
  return width > 0 ? { css, width, height: height > 0 ? height : null } : null;
}

/** Reads the document's own margins. @param pages default: page one */
export function readPageMargins(pages?: string): PageMargins {
  const margins: Record<keyof PageMargins, number> = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const rule of readRulesOf(pages)) {
    const style = readMargins(rule);
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      const length = style.getPropertyValue(`margin-${side}`);
      if (length !== '') margins[side] = toPixels(length);
    }
  }
  return margins;
}

/** Returns 0 for a length that depends on the page or a font, and for a negative one. */
function toPixels(length: string): number {
  try {
    return Math.max(0, CSSNumericValue.parse(length).to('px').value);
  } catch {
    return 0;
  }
}
