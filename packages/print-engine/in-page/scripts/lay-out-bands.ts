import {
  type BandContent,
  type BandLayout,
  type BandSheet,
  type BandSheetSize,
  type BandsToPrepare,
  type BandSize,
  type LaidOutBands,
  SHEET_SLACK_MM,
  SHEET_ZOOM,
} from '../messages.ts';
import {
  applyStyles,
  findWideElements,
  measureBand,
  replaceViewportUnits,
  viewportUnits,
} from './fit-band.ts';
import { findMissingGlyphs } from './missing-glyphs.ts';
import { deletePageRules } from './page-rules.ts';
import { Budget, waitForEnd } from './waiting.ts';

type Declarations = Readonly<Record<string, string | number>>;

/** Inline and important: no style of a band can override it. */
const toImportant = (declarations: Declarations): string =>
  Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}!important`)
    .join(';');

const toBoxStyle = (declarations: Declarations): string =>
  toImportant({ all: 'initial', display: 'block', ...declarations });

interface ParsedBand extends BandContent {
  readonly document: Document;
}

type BandName = 'header' | 'footer';

interface BandTree {
  readonly name: BandName;
  readonly band: ParsedBand;
  readonly root: ShadowRoot;
}

/** A navigation ends before its document is parsed. */
async function waitForBody(): Promise<void> {
  if (document.readyState !== 'loading') return;
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
}

interface PreparedBands {
  readonly header: ParsedBand | null;
  readonly footer: ParsedBand | null;
  /** The rest of `resourceBudgetMs`. */
  readonly leftMs: number;
  /** A sheet that is not printed. It keeps images and fonts loaded. */
  readonly sample: HTMLElement;
  readonly report: boolean;
}

let preparing: Promise<PreparedBands>;

function prepareBands(bands: BandsToPrepare): void {
  preparing = prepare(bands);
  // `layOutBands` reports it.
  preparing.catch(() => {});
}

/** Loads what the bands need, while nobody knows yet how many pages there are. */
async function prepare({
  paper,
  resourceBudgetMs,
  report,
  ...bands
}: BandsToPrepare): Promise<PreparedBands> {
  await waitForBody();
  document.documentElement.style.cssText = toBoxStyle({});
  document.body.style.cssText = toBoxStyle({ zoom: SHEET_ZOOM });
  const [header, footer] = [parseBand(bands.header), parseBand(bands.footer)];
  const numbers = { pageNumber: '1', totalPages: '1' };
  const { section, trees } = makeSheet({ header, footer }, paper, numbers);
  document.body.append(section);
  const startedAt = performance.now();
  await waitForResources([document, ...trees.map(({ root }) => root)], trees, new Budget(resourceBudgetMs));
  section.remove();
  const leftMs = resourceBudgetMs - (performance.now() - startedAt);
  return { header, footer, leftMs, sample: section, report };
}

async function layOutBands({ sizes, sheets, texts }: BandLayout): Promise<LaidOutBands> {
  const { header, footer, leftMs, report } = await preparing;
  document.body.replaceChildren();
  const trees: BandTree[] = [];
  for (const [index, sheet] of sheets.entries()) {
    const { widthMm = 0, heightMm = 0 } = sizes[sheet.size] ?? {};
    const bands = { header: sheet.header ? header : null, footer: sheet.footer ? footer : null };
    const made = makeSheet(bands, { widthMm, heightMm }, toFields(sheet, texts));
    made.section.style.setProperty('page', sizes.length > 1 ? `s${sheet.size}` : 'auto', 'important');
    const end = index < sheets.length - 1 ? 'page' : 'auto';
    made.section.style.setProperty('break-after', end, 'important');
    document.body.append(made.section);
    trees.push(...made.trees);
  }
  document.adoptedStyleSheets = [makePaper(sizes)];
  const scopes = [document, ...trees.map(({ root }) => root)];
  for (const scope of scopes) for (const sheet of scope.styleSheets) deletePageRules(sheet);
  const samples = [findSample(trees, 'header'), findSample(trees, 'footer')].filter((tree) => tree !== null);
  await waitForResources(scopes, samples, new Budget(Math.max(0, leftMs)));
  return {
    header: fitBands(trees, 'header'),
    footer: fitBands(trees, 'footer'),
    missingGlyphs: report ? findMissingGlyphs(samples.map(({ root }) => root)) : [],
  };
}

type Fields = Readonly<Record<string, string>>;

const toFields = ({ pageNumber }: BandSheet, texts: Fields): Fields => ({
  ...texts,
  pageNumber: String(pageNumber),
});

function makeSheet(
  { header, footer }: Pick<PreparedBands, 'header' | 'footer'>,
  { widthMm, heightMm }: BandSheetSize,
  fields: Fields,
): { readonly section: HTMLElement; readonly trees: readonly BandTree[] } {
  const section = document.createElement('section');
  section.style.cssText = toBoxStyle({ position: 'relative', height: `${heightMm}mm` });
  const trees: BandTree[] = [];
  if (header) trees.push(addBand(section, 'header', header, widthMm, fields));
  if (footer) trees.push(addBand(section, 'footer', footer, widthMm, fields));
  return { section, trees };
}

/** The same band on all sheets differs only by its page number, so one is measured. */
const findSample = (trees: readonly BandTree[], name: BandName): BandTree | null =>
  trees.find((tree) => tree.name === name) ?? null;

function fitBands(trees: readonly BandTree[], name: BandName): BandSize | null {
  const sample = findSample(trees, name);
  if (sample === null) return null;
  const styles = findWideElements(sample.root);
  for (const tree of trees) if (tree.name === name && tree !== sample) applyStyles(tree.root, styles);
  return measureBand(sample.root, sample.band.heightMm);
}

function makePaper(sizes: BandLayout['sizes']): CSSStyleSheet {
  const rules = sizes.map(({ widthMm, heightMm }, index) => {
    const size = `${widthMm}mm ${heightMm + SHEET_SLACK_MM}mm`;
    return `@page ${sizes.length > 1 ? `s${index}` : ''}{${toImportant({ size, margin: 0 })}}`;
  });
  const paper = new CSSStyleSheet();
  paper.replaceSync(rules.join(''));
  return paper;
}

/** A whole document: it may have styles for `body`, and a `<body>` with attributes. */
function parseBand(band: BandContent | null): ParsedBand | null {
  if (!band) return null;
  const parsed = new DOMParser().parseFromString(band.html, 'text/html');
  replaceViewportUnits(parsed);
  // A shadow tree cannot declare fonts. The band's styles are in the document too, where they match nothing.
  for (const style of parsed.querySelectorAll('style, link[rel~="stylesheet"]')) {
    document.head.append(document.importNode(style, true));
  }
  return { ...band, document: parsed };
}

/** Without specificity, so that every rule of the band wins. The body has the height of the band. */
const BASE_STYLE = `:where(html){display:flex;flex-direction:column;height:100%}
  :where(body){flex:auto;min-height:0;margin:0}`;

/** Adds the band as a shadow tree: it inherits no style, and its styles match nothing outside. */
function addBand(
  section: HTMLElement,
  name: BandName,
  band: ParsedBand,
  sheetWidthMm: number,
  fields: Fields,
): BandTree {
  const host = document.createElement('div');
  host.style.cssText = toBoxStyle({
    position: 'absolute',
    [name === 'header' ? 'top' : 'bottom']: 0,
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
  const base = new CSSStyleSheet();
  base.replaceSync(BASE_STYLE);
  root.adoptedStyleSheets = [base];
  root.append(document.importNode(band.document.documentElement, true));
  for (const [field, text] of Object.entries(fields)) {
    for (const element of root.querySelectorAll(`.${field}`)) element.textContent = text;
  }
  section.append(host);
  return { name, band, root };
}

/** @param samples with all backgrounds that the bands have */
async function waitForResources(
  scopes: readonly (Document | ShadowRoot)[],
  samples: readonly BandTree[],
  budget: Budget,
): Promise<void> {
  const findAll = <E extends Element>(selector: string) =>
    scopes.flatMap((scope) => [...scope.querySelectorAll<E>(selector)]);
  const links = findAll<HTMLLinkElement>('link[rel~="stylesheet"]').filter((link) => !link.sheet);
  await budget.allows(Promise.all(links.map(waitForEnd)));
  const images = findAll<HTMLImageElement>('img').map((image) => {
    image.loading = 'eager';
    return image.decode();
  });
  // No script can wait for a background, but it can wait for an image with the same address.
  const backgrounds = findBackgrounds(samples.map(({ root }) => root)).map((src) =>
    Object.assign(new Image(), { src }).decode(),
  );
  await budget.allows(Promise.allSettled([...images, ...backgrounds]));
  // Layout requests the fonts that it needs.
  document.body.getBoundingClientRect();
  await budget.allows(document.fonts.ready);
}

function findBackgrounds(roots: readonly ShadowRoot[]): string[] {
  const elements = roots.flatMap((root) => [...root.querySelectorAll('*')]);
  const images = elements.map((element) => getComputedStyle(element).backgroundImage);
  return [
    ...new Set(
      images.flatMap((image) => Array.from(image.matchAll(/url\("([^"]+)"\)/g), ([, url = '']) => url)),
    ),
  ];
}

Object.assign(globalThis, { prepareBands, layOutBands });
