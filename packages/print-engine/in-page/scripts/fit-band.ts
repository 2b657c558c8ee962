import type { BandSize } from '../messages.ts';

/** A band is small. More elements are not looked at. */
const MAX_ELEMENTS = 1_000;

const ROUNDING_PIXELS = 0.5;

/**
 * Comments, strings and addresses are matched so that nothing in them is replaced. One that is not closed goes to
 * the end, and a number starts at its first digit: so no text is read more than twice. Class names such as `w-50vw`
 * and `w-\[50vw\]` are no lengths.
 */
const VIEWPORT_LENGTH =
  /\/\*.*?(?:\*\/|$)|"[^"]*(?:"|$)|'[^']*(?:'|$)|url\([^)]*(?:\)|$)|(?<![\w.-])([-+]?(?:\d+(?:\.\d*)?|\.\d+))[sdl]?v(w|h|min|max|i|b)\b(?!\\)/gis;

const PROPERTIES: Readonly<Record<string, string>> = {
  w: '--band-vw',
  i: '--band-vw',
  h: '--band-vh',
  b: '--band-vh',
  min: '--band-vmin',
  max: '--band-vmax',
};

/** Viewport units are those of the band. `viewportUnits` sets them. */
export function replaceViewportUnits(band: Document): void {
  for (const style of band.querySelectorAll('style')) style.textContent = toBandLengths(style.textContent);
  for (const element of band.querySelectorAll('[style]')) {
    element.setAttribute('style', toBandLengths(element.getAttribute('style') ?? ''));
  }
}

const toBandLengths = (css: string): string =>
  css.replaceAll(VIEWPORT_LENGTH, (text: string, number: string | undefined, axis: string | undefined) =>
    number === undefined ? text : `calc(${number} * var(${PROPERTIES[(axis ?? 'w').toLowerCase()]}))`,
  );

const hundredth = (mm: number): string => `${mm / 100}mm`;

/** Lengths of one hundredth of a band, as custom properties. */
export function viewportUnits(widthMm: number, heightMm: number): Readonly<Record<string, string>> {
  return {
    '--band-vw': hundredth(widthMm),
    '--band-vh': hundredth(heightMm),
    '--band-vmin': hundredth(Math.min(widthMm, heightMm)),
    '--band-vmax': hundredth(Math.max(widthMm, heightMm)),
  };
}

/**
 * `width: 100%` with padding or margins is wider than the band. Puppeteer's header is a flex container, which
 * shrinks such an element; here it is made narrower.
 * @returns by index, the styles of the elements that do not fit
 */
export function findWideElements(root: ShadowRoot): Map<number, string> {
  const found = new Map<number, string>();
  const { right } = root.host.getBoundingClientRect();
  for (const [index, element] of listElements(root).entries()) {
    if (element.getBoundingClientRect().right - right < ROUNDING_PIXELS) continue;
    const fitting = fitIntoParent(element);
    if (fitting === null) continue;
    addStyle(element, fitting);
    found.set(index, fitting);
  }
  return found;
}

export function applyStyles(root: ShadowRoot, styles: ReadonlyMap<number, string>): void {
  if (styles.size === 0) return;
  const elements = listElements(root);
  for (const [index, style] of styles) {
    const element = elements[index];
    if (element) addStyle(element, style);
  }
}

const listElements = (root: ShadowRoot): Element[] => [...root.querySelectorAll('*')].slice(0, MAX_ELEMENTS);

const addStyle = (element: Element, style: string): void =>
  element.setAttribute('style', `${element.getAttribute('style') ?? ''};${style}`);

function fitIntoParent(element: Element): string | null {
  const { parentElement } = element;
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

/** In millimetres: the size of the band, and what its content takes. */
export function measureBand(root: ShadowRoot, heightMm: number): BandSize {
  const content = root.firstElementChild;
  const mmPerPixel = heightMm / (content?.clientHeight || 1);
  return { heightMm, contentHeightMm: (content?.scrollHeight ?? 0) * mmPerPixel };
}
