/**
 * The code that runs inside the page, as text: bundlers rewrite functions, and what they add is not there.
 */

export interface Readiness {
  /**
   * The first pass is made at once and gives up when the document is not read soon; a later one after the
   * load event; the last one when that did not come in time: what is still under way is stopped.
   */
  readonly pass: 'first' | 'later' | 'last';
  readonly selector: string | null;
  /** What images and fonts may take before the print goes on without them. */
  readonly resourceBudgetMs: number;
  /** Looks for characters that no font has. */
  readonly missingGlyphs: boolean;
  /** The `@page` rule of the job. */
  readonly paperStyle: string;
}

export interface ReadyPage {
  /** What is wrong with the selector, whatever the document. */
  readonly invalidSelector?: string;
  /** The document is still being read. */
  readonly incomplete?: true;
  /** The parser waits for a script or a style that does not come; everything that did come. */
  readonly parserBlocked?: { readonly arrived: readonly string[] };
  /** Loading was cut short; everything that did arrive. */
  readonly cutShort?: { readonly arrived: readonly string[] } | undefined;
  readonly failedFonts: readonly string[];
  /** Of `missingGlyphs` was asked for. */
  readonly missingGlyphs?: readonly string[];
  readonly title: string;
  readonly url: string;
}

/** Most documents that load nothing are read within this time, and need no second pass. */
const SOON_MS = 30;

const READY = String.raw`async ({ pass, selector, resourceBudgetMs, missingGlyphs, paperStyle }) => {
  if (selector !== null) {
    const isSelector = (text) => {
      try {
        document.createDocumentFragment().querySelector(text);
        return true;
      } catch {
        return false;
      }
    };
    if (!isSelector(selector)) return { invalidSelector: 'is not a valid CSS selector' };
    // Only elements can be negated.
    if (!isSelector(':not(' + selector + ')')) {
      return { invalidSelector: 'names a pseudo-element, which is no element to wait for' };
    }
  }
  const arrived = () => performance.getEntriesByType('resource').map((entry) => entry.name);
  let cutShort;
  if (pass === 'last' && document.readyState === 'loading') return { parserBlocked: { arrived: arrived() } };
  if (pass === 'first') {
    const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    if (document.readyState !== 'complete') {
      const loaded = new Promise((resolve) => addEventListener('load', resolve, { once: true }));
      await Promise.race([loaded, after(${SOON_MS})]);
      if (document.readyState !== 'complete') return { incomplete: true };
    }
    // A document may be complete before its load event; a task after that the event has been told to us, too.
    await after(0);
  }
  if (pass === 'last') {
    cutShort = { arrived: arrived() };
    window.stop();
  }
  const budget = new Promise((resolve) => setTimeout(resolve, resourceBudgetMs));
  const within = (work) => Promise.race([work, budget]);
  if (selector !== null) {
    await new Promise((resolve) => {
      const look = () => document.querySelector(selector) && (clearInterval(timer), resolve());
      // A page that calls document.open() ends every observation; looking does not depend on one.
      const timer = setInterval(look, 100);
      new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
      look();
    });
  }

  for (const sheet of document.styleSheets) demote(sheet);
  const paper = (globalThis.paper ??= new CSSStyleSheet());
  paper.replaceSync(paperStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== paper), paper];

  const settled = (image) =>
    image.complete || new Promise((resolve) => (image.onload = image.onerror = resolve));
  const images = Promise.all(
    Array.from(document.images, async (image) => {
      if (image.loading === 'lazy') image.loading = 'eager';
      await settled(image);
      await image.decode().catch(() => {});
    }),
  );
  if ((await within(images.then(() => 'in time'))) === undefined) {
    cutShort ??= { arrived: arrived() };
    window.stop();
  }
  if (document.fonts.size > 0) {
    // A font is not asked for before the layout needs it; without web fonts that layout is time for nothing.
    document.documentElement?.getBoundingClientRect();
    await within(document.fonts.ready);
  }
  const failedFonts = Array.from(document.fonts)
    .filter((font) => font.status === 'error')
    .map((font) => font.family);
  const { title, baseURI: url } = document;
  return { cutShort, failedFonts, missingGlyphs: missingGlyphs ? withoutGlyph() : [], title, url };

  /** A character without a glyph is drawn as the same box as one that no font can have. */
  function withoutGlyph() {
    const texts = new Map();
    const walker = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node && texts.size < 2000; node = walker.nextNode()) {
      for (const [character] of node.data.matchAll(/[^\u0000-\u024f\s\p{M}\p{C}]/gu)) {
        if (!texts.has(character)) texts.set(character, node.parentElement);
      }
    }
    const canvas = new OffscreenCanvas(24, 24).getContext('2d', { willReadFrequently: true });
    const draw = (character, element) => {
      canvas.clearRect(0, 0, 24, 24);
      const { fontFamily, fontWeight } = getComputedStyle(element);
      canvas.font = fontWeight + ' 16px ' + fontFamily;
      canvas.fillText(character, 2, 18);
      return canvas.getImageData(0, 0, 24, 24).data.join();
    };
    return [...texts]
      .filter(([character, element]) => draw(character, element) === draw('\u{10fffd}', element))
      .map(([character]) => character)
      .slice(0, 100);
  }

  /** An important declaration of an earlier @page rule would win over ours. */
  function demote(sheet) {
    let rules;
    try {
      rules = sheet.cssRules;
    } catch {
      return;
    }
    for (const rule of rules) {
      if (rule instanceof CSSPageRule) {
        for (const name of [...rule.style]) {
          rule.style.setProperty(name, rule.style.getPropertyValue(name), '');
        }
      } else if (rule instanceof CSSImportRule) {
        if (rule.styleSheet) demote(rule.styleSheet);
      } else if (rule instanceof CSSGroupingRule) {
        demote(rule);
      }
    }
  }
}`;

/** Sent ahead of the job, which then only calls it. */
export const DEFINITIONS = `globalThis.ready = ${READY};`;

export const readinessExpression = (readiness: Readiness): string => `ready(${JSON.stringify(readiness)})`;

/** Lets a process meet text, tables and fonts before its first job does. */
export const WARM_UP_DOCUMENT = `<!doctype html><style>table { border-collapse: collapse; width: 100% }</style>
<h1>Platen</h1><p style="font-family: serif">Platen</p><p style="font-family: sans-serif"><b>Platen</b> 0123</p>
<table><tr><td style="border: 1px solid">Platen<td>&euro; 1.00</table><pre>Platen</pre>`;

export const WARM_UP_EXPRESSION = `ready({ pass: 'later', selector: null, resourceBudgetMs: 1000, missingGlyphs: false, paperStyle: '' })
  .finally(() => { document.adoptedStyleSheets = []; delete globalThis.paper })`;
