import { plain } from './pristine.ts';
import { type CssToken, readCssTokens } from '@platen/markup';

/** A length in a unit of the viewport. */
const LENGTH = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))[sdl]?v(w|h|min|max|i|b)$/i;

const UNITS: Readonly<Record<string, string>> = {
  w: '--band-vw',
  i: '--band-vw',
  h: '--band-vh',
  b: '--band-vh',
  min: '--band-vmin',
  max: '--band-vmax',
};

/** The replacements of selectors after a colon. Each one has the specificity of the selector that it replaces. */
const SELECTORS: Readonly<Record<string, string>> = {
  root: 'where(html):nth-child(n)',
  host: 'not(*)',
  'host(': 'not(*):is(',
  'host-context(': 'not(*):is(',
};

/**
 * In a shadow tree no element is the root, and `:host` and the scope of a style sheet are elements of the engine. Viewport
 * units are those of the band: `viewportUnits` sets them.
 */
export function toBandCss(css: string): string {
  const tokens = [...readCssTokens(css)];
  return tokens.map((token, at) => replaceToken(token, tokens, at)).join('');
}

function replaceToken({ kind, text, name }: CssToken, tokens: readonly CssToken[], at: number): string {
  if (kind === 'number') {
    const [, number, axis = 'w'] = LENGTH.exec(text) ?? [];
    return number === undefined ? text : `calc(${number} * var(${UNITS[axis.toLowerCase()]}))`;
  }
  if ((kind === 'name' || kind === 'function') && tokens[at - 1]?.text === ':') {
    return SELECTORS[kind === 'function' ? `${name}(` : name] ?? text;
  }
  if (kind !== 'at' || name !== 'scope') return text;
  const next = tokens[at + 1]?.kind === 'space' ? tokens[at + 2] : tokens[at + 1];
  return next?.text === '{' || next?.name === 'to' ? '@scope (html)' : text;
}

/** Replaces lengths in `style` attributes, which have no selectors. */
export function toBandLengths(band: Document): void {
  for (const element of band.querySelectorAll('[style]')) {
    plain(element).setAttribute('style', toBandCss(plain(element).getAttribute('style') ?? ''));
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
