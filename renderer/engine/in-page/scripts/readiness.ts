import type { Readiness, ReadinessCheck } from '../messages.ts';
import { Budget, delay, waitForEnd } from './waiting.ts';
import { findMissingGlyphs } from './missing-glyphs.ts';
import { demotePageRules } from './page-rules.ts';

/** Most documents that load nothing are complete within this time and need no second pass. */
const SOON_MS = 30;

const paper = new CSSStyleSheet();

async function checkReadiness(check: ReadinessCheck): Promise<Readiness> {
  const { pass, selector, paperStyle } = check;
  const problem = selector === null ? null : findSelectorProblem(selector);
  if (problem !== null) return { state: 'invalid-selector', problem };
  if (pass === 'first' && !(await isCompleteSoon())) return { state: 'loading' };
  let arrived: string[] | null = null;
  const stopLoading = () => {
    arrived ??= findArrivedResources();
    window.stop();
  };
  if (pass === 'last') {
    if (document.readyState === 'loading')
      return { state: 'parser-blocked', arrived: findArrivedResources() };
    stopLoading();
  }
  const budget = new Budget(check.resourceBudgetMs);
  if (selector !== null) await waitForElement(selector);
  for (const sheet of document.styleSheets) demotePageRules(sheet);
  paper.replaceSync(paperStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets.filter((sheet) => sheet !== paper), paper];
  if (!(await budget.allows(waitForImages()))) stopLoading();
  const failedFonts = await waitForFonts(budget);
  const missingGlyphs = check.missingGlyphs ? findMissingGlyphs() : [];
  const { title, baseURI: url } = document;
  return { state: 'ready', arrived, failedFonts, missingGlyphs, title, url };
}

function isSelector(text: string): boolean {
  try {
    document.createDocumentFragment().querySelector(text);
    return true;
  } catch {
    return false;
  }
}

function findSelectorProblem(selector: string): string | null {
  if (!isSelector(selector)) return 'is not a valid CSS selector';
  // `:not()` accepts every selector but those with a pseudo-element.
  if (!isSelector(`:not(${selector})`)) return 'selects a pseudo-element; select an element instead';
  return null;
}

const isComplete = (): boolean => document.readyState === 'complete';

async function isCompleteSoon(): Promise<boolean> {
  if (!isComplete()) {
    const loaded = new Promise((resolve) => addEventListener('load', resolve, { once: true }));
    await Promise.race([loaded, delay(SOON_MS)]);
    if (!isComplete()) return false;
  }
  // The document is complete before its load event. One task later DevTools has reported the event too.
  await delay(0);
  return true;
}

const findArrivedResources = (): string[] =>
  performance.getEntriesByType('resource').map((entry) => entry.name);

async function waitForElement(selector: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const look = () => {
      if (!document.querySelector(selector)) return;
      clearInterval(timer);
      resolve();
    };
    // `document.open()` ends every observer, so the page is searched at intervals too.
    const timer = setInterval(look, 100);
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
    look();
  });
}

async function waitForImages(): Promise<void> {
  await Promise.all(
    Array.from(document.images, async (image) => {
      if (image.loading === 'lazy') image.loading = 'eager';
      if (!image.complete) await waitForEnd(image);
      await image.decode().catch(() => {});
    }),
  );
}

/** Returns the families that did not load. */
async function waitForFonts(budget: Budget): Promise<string[]> {
  const { fonts } = document;
  // Layout requests the fonts that it needs. A document without web fonts needs no layout here.
  if (fonts.size > 0) {
    (document.documentElement as Element | null)?.getBoundingClientRect();
    await budget.allows(fonts.ready);
  }
  return Array.from(fonts)
    .filter((font) => font.status === 'error')
    .map((font) => font.family);
}

Object.assign(globalThis, { ready: checkReadiness });
