/**
 * Comments, strings, addresses and escapes are matched, because nothing in them may be replaced. If one is not closed, it goes to
 * the end. A number starts at its first digit. Both keep the time short: no text is read more than twice. Class names such as
 * `w-50vw` and `w-\[50vw\]` are not lengths.
 */
const TOKEN =
  /\/\*.*?(?:\*\/|$)|"(?:[^"\\]|\\(?:.|$))*(?:"|$)|'(?:[^'\\]|\\(?:.|$))*(?:'|$)|url\([^)]*(?:\)|$)|\\.|(?<![\w.-])([-+]?(?:\d+(?:\.\d*)?|\.\d+))[sdl]?v(w|h|min|max|i|b)\b(?!\\)|(:(?:host(?:-context)?\(|(?:root|host)(?![\w-]))|@scope(?=\s*(?:\{|to\b)))/gis;

const UNITS: Readonly<Record<string, string>> = {
  w: '--band-vw',
  i: '--band-vw',
  h: '--band-vh',
  b: '--band-vh',
  min: '--band-vmin',
  max: '--band-vmax',
};

/** Each replacement has the specificity of the selector that it replaces. */
const SELECTORS: Readonly<Record<string, string>> = {
  ':root': ':where(html):nth-child(n)',
  ':host': ':not(*)',
  ':host(': ':not(*):is(',
  ':host-context(': ':not(*):is(',
  '@scope': '@scope (html)',
};

/**
 * In a shadow tree no element is the root, and `:host` and the scope of a style sheet are elements of the engine. Viewport
 * units are those of the band: `viewportUnits` sets them.
 */
export const toBandCss = (css: string): string =>
  css.replaceAll(TOKEN, (text: string, number?: string, axis?: string, selector?: string) => {
    if (number !== undefined) return `calc(${number} * var(${UNITS[(axis ?? 'w').toLowerCase()]}))`;
    return selector === undefined ? text : (SELECTORS[selector.toLowerCase()] ?? text);
  });

/** In `style` attributes there are no selectors, so this replaces lengths only. */
export function toBandLengths(band: Document): void {
  for (const element of band.querySelectorAll('[style]')) {
    element.setAttribute('style', toBandCss(element.getAttribute('style') ?? ''));
  }
}

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
