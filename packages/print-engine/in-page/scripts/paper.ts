import { type ContentSize, type ElementBox, type PageMargins, UNSEEN_PX } from '../messages.ts';
import { demotePageRules, findFirstPageRules, readMargins, widenTinyPages } from './page-rules.ts';
import { page } from './pristine.ts';

const paper = new CSSStyleSheet();

const sheets = (): CSSStyleSheet[] => [...page.styleSheets, ...page.adoptedStyleSheets];

/**
 * The last style sheet wins over others with the same weight, and no other rule is important.
 * @param leastMm the side of a page that the document may choose at the least. A smaller one is too small to be printed
 */
export function setPaper(style: string, leastMm = 0): void {
  for (const sheet of sheets()) {
    demotePageRules(sheet);
    if (leastMm > 0) widenTinyPages(sheet, leastMm);
  }
  paper.replaceSync(style);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets.filter((sheet) => sheet !== paper), paper];
}

const unseen = new CSSStyleSheet();
unseen.replaceSync(
  `@media (width: ${UNSEEN_PX}px) and (height: ${UNSEEN_PX}px) { :root { display: none !important } }`,
);

/** The next document has no layout in a window of `UNSEEN_PX`. Paper is larger, so a print lays the document out. */
export function hideFromScreen(): void {
  page.adoptedStyleSheets = [unseen];
}

/** A document without a root is an empty page. */
export function measureContent(): ContentSize {
  const root: Element | null = page.documentElement;
  if (!root) return { widthPx: 0, heightPx: 0 };
  // In quirks mode, only the body has what overflows the window, such as a box with a fixed position.
  const scrolled: Element = page.scrollingElement ?? root;
  // The first two are whole numbers and have what overflows; the third is exact.
  const heightPx = Math.max(root.scrollHeight, scrolled.scrollHeight, root.getBoundingClientRect().bottom);
  return { widthPx: Math.max(root.scrollWidth, scrolled.scrollWidth), heightPx: Math.ceil(heightPx) };
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
  for (const [element] of changed) element.style.setProperty('min-height', '0', 'important');
  minHeights.clear();
  return changed.length > 0;
}

/** Measures the first element that matches. Null if there is none. */
export function measureElement(selector: string): ElementBox | null {
  const element = page.querySelector(selector);
  if (element === null) return null;
  const { x, y, width, height } = Element.prototype.getBoundingClientRect.call(element);
  return { x: x + window.scrollX, y: y + window.scrollY, width, height };
}

/** `:first` wins over a rule for all pages. */
const specificity = ({ selectorText }: CSSPageRule): number => Number(selectorText !== '');

/** Reads the document's own rules for page one. */
export function readPageMargins(): PageMargins {
  const margins: Record<keyof PageMargins, number> = { top: 0, right: 0, bottom: 0, left: 0 };
  const rules = sheets()
    .filter((sheet) => sheet !== paper)
    .flatMap(findFirstPageRules);
  for (const rule of rules.toSorted((one, other) => specificity(one) - specificity(other))) {
    const style = readMargins(rule);
    for (const side of ['top', 'right', 'bottom', 'left'] as const) {
      const length = style.getPropertyValue(`margin-${side}`);
      if (length !== '') margins[side] = toPixels(length);
    }
  }
  return margins;
}

/** 0 for a length that depends on the page or a font, and for a negative one. */
function toPixels(length: string): number {
  try {
    return Math.max(0, CSSNumericValue.parse(length).to('px').value);
  } catch {
    return 0;
  }
}
