/**
 * The code that runs inside the page, as text: bundlers rewrite functions, and what they add is not there.
 */

export interface Readiness {
  readonly selector: string | null;
  /** What images, styles and scripts may take together before the print goes on without them. */
  readonly resourceBudgetMs: number;
  /** The `@page` rule of the job. */
  readonly paperStyle: string;
}

export interface ReadyPage {
  /** The selector is no selector; the browser's own words. */
  readonly invalidSelector?: string;
  /** The parser waits for a script or a style that does not come; everything that did come. */
  readonly parserBlocked?: { readonly arrived: readonly string[] };
  /** Loading was cut short; everything that did arrive. */
  readonly cutShort?: { readonly arrived: readonly string[] };
  readonly failedFonts: readonly string[];
  readonly title: string;
  readonly url: string;
}

const READY = String.raw`async ({ selector, resourceBudgetMs, paperStyle }) => {
  if (selector !== null) {
    try {
      document.createDocumentFragment().querySelector(selector);
    } catch (error) {
      return { invalidSelector: error.message };
    }
  }
  const budget = new Promise((resolve) => setTimeout(resolve, resourceBudgetMs));
  const within = (work) => Promise.race([work, budget]);
  const until = (holds, subscribe) =>
    holds() ||
    new Promise((resolve) => {
      const look = () => holds() && (clearInterval(timer), resolve());
      // A page that calls document.open() loses every listener; looking does not depend on one.
      const timer = setInterval(look, 50);
      subscribe(look);
    });
  const arrived = () => performance.getEntriesByType('resource').map((entry) => entry.name);

  let cutShort;
  await within(
    until(
      () => document.readyState === 'complete',
      (look) => addEventListener('load', look),
    ),
  );
  if (document.readyState === 'loading') return { parserBlocked: { arrived: arrived() } };
  if (document.readyState !== 'complete') {
    cutShort = { arrived: arrived() };
    window.stop();
  }
  if (selector !== null) {
    await until(
      () => document.querySelector(selector) !== null,
      (look) =>
        new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true }),
    );
  }

  for (const sheet of document.styleSheets) demote(sheet);
  const paper = new CSSStyleSheet();
  paper.replaceSync(paperStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, paper];

  for (const image of document.images) image.loading = 'eager';
  const images = Promise.all(Array.from(document.images, (image) => image.decode().catch(() => {})));
  const late = await within(images.then(() => 'in time'));
  if (late === undefined) cutShort ??= { arrived: arrived() };
  document.documentElement.getBoundingClientRect();
  await within(document.fonts.ready);
  const failedFonts = Array.from(document.fonts)
    .filter((font) => font.status === 'error')
    .map((font) => font.family);
  return { cutShort, failedFonts, title: document.title, url: document.baseURI };

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

export const readinessExpression = (readiness: Readiness): string =>
  `(${READY})(${JSON.stringify(readiness)})`;

/** Lets a process meet text, tables and fonts before its first job does. */
export const WARM_UP_DOCUMENT = `<!doctype html><style>table { border-collapse: collapse; width: 100% }</style>
<h1>Platen</h1><p style="font-family: serif">Platen</p><p style="font-family: sans-serif"><b>Platen</b> 0123</p>
<table><tr><td style="border: 1px solid">Platen<td>&euro; 1.00</table><pre>Platen</pre>`;

export const WARM_UP_EXPRESSION = `(${READY})({ selector: null, resourceBudgetMs: 1000, paperStyle: '' })
  .finally(() => { document.adoptedStyleSheets = [] })`;
