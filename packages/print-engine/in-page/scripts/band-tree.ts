import { plain } from './pristine.ts';
import type { BandContent, BandSheetSize } from '../messages.ts';
import { toCssString } from '../named-strings.ts';
import { toBandLengths, viewportUnits } from './band-css.ts';
import { type BandStyles, takeStyles } from './band-styles.ts';

type Declarations = Readonly<Record<string, string | number>>;

/** No style of a band can override a declaration that is inline and important. */
export const toImportant = (declarations: Declarations): string =>
  Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}!important`)
    .join(';');

export const toBoxStyle = (declarations: Declarations): string =>
  toImportant({ all: 'initial', display: 'block', ...declarations });

export interface ParsedBand extends BandContent {
  readonly document: Document;
  readonly styles: BandStyles;
}

/** A band on one sheet. */
export interface BandTree {
  readonly band: ParsedBand;
  readonly section: HTMLElement;
  readonly sheetWidthMm: number;
  readonly root: ShadowRoot;
}

/** Parses a band as a whole document, because it may have styles for `body`, and a `<body>` with attributes. */
export async function parseBand(
  content: BandContent,
  name: string,
  signal: AbortSignal,
): Promise<ParsedBand> {
  const parsed = new DOMParser().parseFromString(content.html, 'text/html');
  const styles = await takeStyles(parsed, name, signal);
  toBandLengths(parsed);
  return { ...content, document: parsed, styles };
}

/** Elements with these classes get these texts. A custom property gets its text as a string of CSS. */
export type Fields = Readonly<Record<string, string>>;

/** Makes a blank sheet with the bands at its edges. */
export function makeSheet(
  bands: readonly ParsedBand[],
  { widthMm, heightMm }: BandSheetSize,
  fields: Fields,
): { readonly section: HTMLElement; readonly trees: readonly BandTree[] } {
  const section = document.createElement('section');
  section.style.cssText = toBoxStyle({ position: 'relative', height: `${heightMm}mm` });
  return { section, trees: bands.map((band) => addBand(section, band, widthMm, fields)) };
}

/** Has no specificity and comes first, so the band's own styles win. The body has the height of the band. */
const BASE_STYLE = new CSSStyleSheet();
BASE_STYLE.replaceSync(`:where(html){display:flex;flex-direction:column;height:100%}
  :where(body){flex:auto;min-height:0;margin:0}`);

/** Adds the band as a shadow tree: it inherits no style, and its styles match nothing outside. */
function addBand(section: HTMLElement, band: ParsedBand, sheetWidthMm: number, fields: Fields): BandTree {
  const host = document.createElement('div');
  host.style.cssText = toBoxStyle({
    position: 'absolute',
    [band.edge === 'header' ? 'top' : 'bottom']: 0,
    left: `${band.leftMm}mm`,
    right: `${band.rightMm}mm`,
    height: `${band.heightMm}mm`,
    contain: 'size layout style',
    // To the left and right, the paper's edge cuts.
    'overflow-x': 'visible',
    'overflow-y': 'clip',
    ...viewportUnits(sheetWidthMm - band.leftMm - band.rightMm, band.heightMm),
  });
  const root = host.attachShadow({ mode: 'closed' });
  root.adoptedStyleSheets = [BASE_STYLE, ...band.styles.sheets];
  for (const { rule } of band.styles.unreadable) {
    root.append(Object.assign(document.createElement('style'), { textContent: rule }));
  }
  root.append(document.importNode(band.document.documentElement, true));
  for (const [field, text] of Object.entries(fields)) {
    if (field.startsWith('--')) host.style.setProperty(field, toCssString(text), 'important');
    else
      for (const element of root.querySelectorAll(`.${field}:not(style)`)) plain(element).textContent = text;
  }
  section.append(host);
  return { band, section, sheetWidthMm, root };
}
