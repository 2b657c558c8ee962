import { type BandContent, type BandLayout, SHEET_SLACK_MM, SHEET_ZOOM } from '../messages.ts';
import { Budget, waitForEnd } from './waiting.ts';
import { deletePageRules } from './page-rules.ts';

type Declarations = Readonly<Record<string, string | number>>;

/** Inline and important: no style of a band can override it. */
const toImportant = (declarations: Declarations): string =>
  Object.entries(declarations)
    .map(([name, value]) => `${name}:${value}!important`)
    .join(';');

const toBoxStyle = (declarations: Declarations): string =>
  toImportant({ all: 'initial', display: 'block', ...declarations });

interface ParsedBand extends BandContent {
  readonly content: DocumentFragment;
}

async function layOutBands(layout: BandLayout): Promise<void> {
  const { sizes, sheets, texts } = layout;
  const pageName = (size: number) => (sizes.length > 1 ? `s${size}` : 'auto');
  document.documentElement.style.cssText = toBoxStyle({});
  document.body.style.cssText = toBoxStyle({ zoom: SHEET_ZOOM });
  const [header, footer] = [parseBand(layout.header), parseBand(layout.footer)];
  const roots: ShadowRoot[] = [];
  for (const [index, sheet] of sheets.entries()) {
    const section = document.createElement('section');
    section.style.cssText = toBoxStyle({
      position: 'relative',
      height: `${sizes[sheet.size]?.heightMm}mm`,
      page: pageName(sheet.size),
      'break-after': index < sheets.length - 1 ? 'page' : 'auto',
    });
    const fields = { ...texts, pageNumber: String(sheet.pageNumber) };
    if (header && sheet.header) roots.push(addBand(section, header, 'top', fields));
    if (footer && sheet.footer) roots.push(addBand(section, footer, 'bottom', fields));
    document.body.append(section);
  }
  document.adoptedStyleSheets = [makePaper(sizes)];
  const scopes = [document, ...roots];
  for (const scope of scopes) for (const sheet of scope.styleSheets) deletePageRules(sheet);
  await waitForResources(scopes, roots.slice(0, 2), new Budget(layout.resourceBudgetMs));
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

function parseBand(band: BandContent | null): ParsedBand | null {
  if (!band) return null;
  const template = document.createElement('template');
  template.innerHTML = band.html;
  // A shadow tree cannot declare fonts. The band's styles are in the document too, where they match nothing.
  for (const style of template.content.querySelectorAll('style, link[rel~="stylesheet"]')) {
    document.head.append(document.importNode(style, true));
  }
  return { ...band, content: template.content };
}

/** Adds the band as a shadow tree: it inherits no style, and its styles match nothing outside. */
function addBand(
  section: HTMLElement,
  band: ParsedBand,
  edge: 'top' | 'bottom',
  fields: Readonly<Record<string, string>>,
): ShadowRoot {
  const host = document.createElement('div');
  host.style.cssText = toBoxStyle({
    position: 'absolute',
    [edge]: 0,
    left: `${band.leftMm}mm`,
    right: `${band.rightMm}mm`,
    height: `${band.heightMm}mm`,
    contain: 'strict',
  });
  const root = host.attachShadow({ mode: 'closed' });
  root.append(document.importNode(band.content, true));
  for (const [name, text] of Object.entries(fields)) {
    for (const element of root.querySelectorAll(`.${name}`)) element.textContent = text;
  }
  section.append(host);
  return root;
}

/** @param samples shadow trees with all backgrounds that the bands have */
async function waitForResources(
  scopes: readonly (Document | ShadowRoot)[],
  samples: readonly ShadowRoot[],
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
  const backgrounds = findBackgrounds(samples).map((src) => Object.assign(new Image(), { src }).decode());
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

Object.assign(globalThis, { layOutBands });
