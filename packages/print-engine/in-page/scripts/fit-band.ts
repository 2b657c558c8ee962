import { plain } from './pristine.ts';
import type { BandTree, ParsedBand } from './band-tree.ts';

/** A band is small. More elements are not looked at. */
const MAX_ELEMENTS = 1_000;

/** Bands are measured on so many widths of paper. On further ones, they get the styles of the last. */
const MAX_WIDTHS = 20;

const ROUNDING_PIXELS = 0.5;

const MM_PER_PIXEL = 25.4 / 96;

/**
 * Makes elements that are too wide narrower. On sheets of one width, a band differs only by its page number. So only the last
 * sheet is measured, because its number is the longest.
 * @returns for each band, the largest height that its content needs, in millimetres
 */
export function fitBands(trees: readonly BandTree[]): Map<ParsedBand, number> {
  const needed = new Map<ParsedBand, number>();
  for (const [band, ofBand] of Map.groupBy(trees, (tree) => tree.band)) {
    const widths = [...Map.groupBy(ofBand, (tree) => tree.sheetWidthMm).values()];
    let styles: ReadonlyMap<number, string> = new Map();
    for (const [index, ofWidth] of widths.entries()) {
      const sample = index < MAX_WIDTHS ? ofWidth.at(-1) : undefined;
      if (sample) {
        const fitted = fitOnPaper(sample);
        styles = fitted.styles;
        needed.set(band, Math.max(needed.get(band) ?? 0, fitted.contentHeightMm));
      }
      for (const tree of ofWidth) if (tree !== sample) applyStyles(tree.root, styles);
    }
  }
  return needed;
}

/** The sheet gets the width of the paper while it is measured, because the window has another one. */
function fitOnPaper({ band, root, section, sheetWidthMm }: BandTree) {
  section.style.setProperty('width', `${sheetWidthMm}mm`, 'important');
  const styles = findWideElements(root);
  const contentHeightMm = measureHeightMm(root, band.heightMm);
  section.style.setProperty('width', 'auto', 'important');
  return { styles, contentHeightMm };
}

/**
 * `width: 100%` with padding or margins is wider than the band. Puppeteer's header is a flex container, which
 * shrinks such an element; here it is made narrower.
 * @returns by index, the styles of the elements that do not fit
 */
function findWideElements(root: ShadowRoot): Map<number, string> {
  const found = new Map<number, string>();
  const { right } = root.host.getBoundingClientRect();
  for (const [index, element] of listElements(root).entries()) {
    if (plain(element).getBoundingClientRect().right - right < ROUNDING_PIXELS) continue;
    const fitting = fitIntoParent(element);
    if (fitting === null) continue;
    addStyle(element, fitting);
    found.set(index, fitting);
  }
  return found;
}

function applyStyles(root: ShadowRoot, styles: ReadonlyMap<number, string>): void {
  if (styles.size === 0) return;
  const elements = listElements(root);
  for (const [index, style] of styles) {
    const element = elements[index];
    if (element) addStyle(element, style);
  }
}

const listElements = (root: ShadowRoot): Element[] => [...root.querySelectorAll('*')].slice(0, MAX_ELEMENTS);

const addStyle = (element: Element, style: string): void =>
  plain(element).setAttribute('style', `${plain(element).getAttribute('style') ?? ''};${style}`);

function fitIntoParent(element: Element): string | null {
  const { parentElement } = plain(element);
  if (parentElement === null) return null;
  const [own, parent] = [getComputedStyle(element), getComputedStyle(parentElement)];
  const isFull = Math.abs(contentWidth(own) - contentWidth(parent)) < ROUNDING_PIXELS;
  const isOuterFull = Math.abs(sum(own, 'width') - contentWidth(parent)) < ROUNDING_PIXELS;
  if (!isFull && !isOuterFull) return null;
  const margins = Math.max(0, sum(own, 'margin-left', 'margin-right'));
  return `box-sizing:border-box!important;width:calc(100% - ${margins}px)!important`;
}

const contentWidth = (style: CSSStyleDeclaration): number =>
  sum(style, 'width') -
  (style.boxSizing === 'border-box'
    ? sum(style, 'padding-left', 'padding-right', 'border-left-width', 'border-right-width')
    : 0);

const sum = (style: CSSStyleDeclaration, ...properties: readonly string[]): number =>
  properties.reduce((total, name) => total + (Number.parseFloat(style.getPropertyValue(name)) || 0), 0);

function measureHeightMm(root: ShadowRoot, heightMm: number): number {
  const content = root.querySelector('html');
  // The sheet is zoomed. Chromium gives heights in whole pixels, either with the zoom or without it.
  const pixelsPerPixel = Math.max(1, Math.round((root.host.clientHeight * MM_PER_PIXEL) / heightMm));
  return (((content?.scrollHeight ?? 0) - 1) * MM_PER_PIXEL) / pixelsPerPixel;
}
