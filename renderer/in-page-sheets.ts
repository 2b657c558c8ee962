/**
 * The code that lays out the bands, run in a blank page of their own; text for the reason given in
 * in-page.ts.
 */

export interface SheetLayout {
  readonly header: SheetBand | null;
  readonly footer: SheetBand | null;
  readonly sizes: readonly { readonly widthMm: number; readonly heightMm: number }[];
  readonly sheets: readonly Sheet[];
  /** What elements of the class of that name are filled with. */
  readonly texts: Readonly<Record<string, string>>;
  readonly resourceBudgetMs: number;
}

export interface SheetBand {
  readonly html: string;
  readonly heightMm: number;
  readonly leftMm: number;
  readonly rightMm: number;
}

export interface Sheet {
  /** An index into `sizes`. */
  readonly size: number;
  readonly pageNumber: number;
  readonly header: boolean;
  readonly footer: boolean;
}

/** Standards mode, and no script of the client's: a band is markup and style. */
export const SHEET_DOCUMENT_URL = `data:text/html,${encodeURIComponent(
  `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="script-src 'none'">`,
)}`;

/**
 * Chromium paints backgrounds on whole CSS pixels, and one is 0.26 mm. Laid out four times as large and
 * printed at a quarter, a band is exact to 0.07 mm.
 */
export const SHEET_ZOOM = 4;

/** A sheet's page is a little taller than the sheet, so that rounding never pushes it over. */
export const SHEET_SLACK_MM = 1;

const LAY_OUT = String.raw`async ({ header, footer, sizes, sheets, texts, resourceBudgetMs }) => {
  const important = (declarations) =>
    Object.entries(declarations)
      .map(([name, value]) => name + ':' + value + '!important')
      .join(';');
  const box = (declarations) => important({ all: 'initial', display: 'block', ...declarations });

  const pages = new CSSStyleSheet();
  pages.replaceSync(
    sizes
      .map(
        ({ widthMm, heightMm }, index) =>
          '@page ' + (sizes.length > 1 ? 's' + index : '') +
          '{' + important({ size: widthMm + 'mm ' + (heightMm + ${SHEET_SLACK_MM}) + 'mm', margin: 0 }) + '}',
      )
      .join(''),
  );
  document.documentElement.style.cssText = box({});
  document.body.style.cssText = box({ zoom: ${SHEET_ZOOM} });

  const parse = (band) => {
    if (!band) return null;
    const template = document.createElement('template');
    template.innerHTML = band.html;
    // Fonts that a shadow tree declares do not exist; declared here as well, they do, and style nothing.
    for (const style of template.content.querySelectorAll('style, link[rel~="stylesheet"]')) {
      document.head.append(document.importNode(style, true));
    }
    return { ...band, content: template.content };
  };
  const roots = [];
  const place = (section, band, edge, pageNumber) => {
    const host = document.createElement('div');
    host.style.cssText = box({
      position: 'absolute',
      [edge]: 0,
      left: band.leftMm + 'mm',
      right: band.rightMm + 'mm',
      height: band.heightMm + 'mm',
      contain: 'strict',
    });
    const root = host.attachShadow({ mode: 'closed' });
    root.append(document.importNode(band.content, true));
    for (const [name, text] of Object.entries({ ...texts, pageNumber: String(pageNumber) })) {
      for (const element of root.querySelectorAll('.' + name)) element.textContent = text;
    }
    section.append(host);
    roots.push(root);
  };

  const [head, foot] = [parse(header), parse(footer)];
  for (const [index, sheet] of sheets.entries()) {
    const section = document.createElement('section');
    section.style.cssText = box({
      position: 'relative',
      height: sizes[sheet.size].heightMm + 'mm',
      page: sizes.length > 1 ? 's' + sheet.size : 'auto',
      'break-after': index < sheets.length - 1 ? 'page' : 'auto',
    });
    if (head && sheet.header) place(section, head, 'top', sheet.pageNumber);
    if (foot && sheet.footer) place(section, foot, 'bottom', sheet.pageNumber);
    document.body.append(section);
  }
  document.adoptedStyleSheets = [pages];
  // A band chooses no paper: an important @page rule of its styles would win over ours.
  const dropPageRules = (sheet) => {
    let rules = [];
    try {
      rules = sheet.cssRules;
    } catch {
      // Another origin's: Chromium does not show it, and there is no way round it.
    }
    for (let index = rules.length - 1; index >= 0; index--) {
      if (rules[index] instanceof CSSPageRule) sheet.deleteRule(index);
      else if (rules[index] instanceof CSSGroupingRule) dropPageRules(rules[index]);
    }
  };
  for (const scope of [document, ...roots]) for (const sheet of scope.styleSheets) dropPageRules(sheet);

  const budget = new Promise((resolve) => setTimeout(resolve, resourceBudgetMs));
  const settled = (element) =>
    new Promise((resolve) => ['load', 'error'].forEach((type) => element.addEventListener(type, resolve)));
  const scopes = [document, ...roots];
  const all = (selector) => scopes.flatMap((scope) => [...scope.querySelectorAll(selector)]);
  await Promise.race([budget, Promise.all(all('link[rel~="stylesheet"]').filter((link) => !link.sheet).map(settled))]);
  const images = all('img').map((image) => {
    image.loading = 'eager';
    return image.decode();
  });
  // A background is not waited for by anything that a script can see; the same image, loaded once more, is.
  const backgrounds = new Set(
    roots.slice(0, 2).flatMap((root) =>
      [...root.querySelectorAll('*')].flatMap((element) =>
        Array.from(getComputedStyle(element).backgroundImage.matchAll(/url\("([^"]+)"\)/g), ([, url]) => url),
      ),
    ),
  );
  const loaded = [...backgrounds].map((url) => Object.assign(new Image(), { src: url }).decode());
  await Promise.race([budget, Promise.allSettled([...images, ...loaded])]);
  document.body.getBoundingClientRect();
  await Promise.race([budget, document.fonts.ready]);
}`;

export const layOutExpression = (layout: SheetLayout): string => `(${LAY_OUT})(${JSON.stringify(layout)})`;
