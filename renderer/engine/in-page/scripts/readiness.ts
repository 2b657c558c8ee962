import type { Readiness, ReadinessCheck, Unfinished } from '../messages.ts';
import { restAnimations, restSvgAnimations } from './animations.ts';
import {
  findDocuments,
  findScriptUse,
  findShadowRoots,
  type PageDocument,
  type ScriptUse,
} from './documents.ts';
import { Frames } from './frames.ts';
import { findMissingGlyphs } from './missing-glyphs.ts';
import { demotePageRules } from './page-rules.ts';
import { onWindow, page } from './pristine.ts';
import { findFailedFonts, waitForFonts, waitForImages } from './resources.ts';
import { findSelectorProblem, waitForElement } from './selectors.ts';
import { Budget, delay } from './waiting.ts';

/** Most documents that load nothing are complete within this time and need no second pass. */
const SOON_MS = 30;

/** A callback of a frame can start the next round: an animation, an image, a font. */
const MAX_ROUNDS = 20;

/** Frames in which observers report and images are decoded. */
const FIRST_FRAMES = 2;

const paper = new CSSStyleSheet();
const frames = new Frames();

async function checkReadiness(check: ReadinessCheck): Promise<Readiness> {
  const { pass } = check;
  const problem = check.selectors.map(findSelectorProblem).find((found) => found !== null);
  if (problem !== undefined) return { state: 'invalid-selector', ...problem };
  if (pass === 'first' && !(await isCompleteSoon())) return { state: 'loading' };
  let arrived: string[] | null = null;
  const stopLoading = () => {
    arrived ??= findArrivedResources();
    window.stop();
  };
  if (pass === 'last') {
    if (page.readyState === 'loading') return { state: 'parser-blocked', arrived: findArrivedResources() };
    stopLoading();
  }
  const unfinished = check.isSettled ? await settle(check) : [];
  if (unfinished.includes('images')) stopLoading();
  const failedFonts = findFailedFonts(findDocuments());
  const missingGlyphs = check.missingGlyphs ? findMissingGlyphs() : [];
  const { title, baseURI: url } = page;
  return { state: 'ready', arrived, unfinished, failedFonts, missingGlyphs, title, url };
}

const isComplete = (): boolean => page.readyState === 'complete';

async function isCompleteSoon(): Promise<boolean> {
  if (!isComplete()) {
    const loaded = new Promise<void>((resolve) => onWindow('load', resolve));
    await Promise.race([loaded, delay(SOON_MS)]);
    if (!isComplete()) return false;
  }
  // The document is complete before its load event. One task later DevTools has reported the event too.
  await delay(0);
  return true;
}

const findArrivedResources = (): string[] =>
  performance.getEntriesByType('resource').map((entry) => entry.name);

/** Waits until nothing that the browser knows of is pending. What is late is left out. */
async function settle(check: ReadinessCheck): Promise<Unfinished[]> {
  const budget = new Budget(check.resourceBudgetMs);
  const late = new Set<Unfinished>();
  let use: ScriptUse = 'none';
  let frameCount = 0;
  frames.reset();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const documents = findDocuments();
    const newUse = findScriptUse(documents);
    if (newUse !== 'none') await frames.drainTasks();
    if (newUse === 'frames' && use !== 'frames') frameCount = FIRST_FRAMES;
    use = newUse;
    const hadFrame = await waitForFrames(documents, frameCount, budget);
    if (frames.areUsedUp) late.add('frames');
    const hadResources = await waitForResources(documents, budget, late);
    setPaper(check.paperStyle);
    const hasEnded = rest(documents, check.hasShadowRoots || use === 'frames');
    if (!hadFrame && !hadResources && !hasEnded) break;
    // The end of an animation is an event of the next frame.
    frameCount = hasEnded ? 1 : 0;
  }
  return [...late];
}

/** Waits for `count` frames, and for more as long as scripts ask for them. Returns whether there was one. */
async function waitForFrames(
  documents: readonly PageDocument[],
  count: number,
  budget: Budget,
): Promise<boolean> {
  let frameCount = 0;
  while ((frames.wereRequested(documents) || frameCount < count) && !frames.areUsedUp) {
    if (!(await budget.allows(frames.next(documents)))) break;
    frameCount += 1;
  }
  return frameCount > 0;
}

/** Returns whether there was something to wait for. What is late is not waited for again. */
async function waitForResources(
  documents: readonly PageDocument[],
  budget: Budget,
  late: Set<Unfinished>,
): Promise<boolean> {
  const images = late.has('images') ? null : waitForImages(documents);
  if (images && !(await budget.allows(images))) late.add('images');
  const fonts = late.has('fonts') ? null : waitForFonts(documents);
  if (fonts && !(await budget.allows(fonts))) late.add('fonts');
  return images !== null || fonts !== null;
}

/** The last style sheet wins over others with the same weight, and no other rule is important. */
function setPaper(style: string): void {
  for (const sheet of [...page.styleSheets, ...page.adoptedStyleSheets]) demotePageRules(sheet);
  paper.replaceSync(style);
  page.adoptedStyleSheets = [...page.adoptedStyleSheets.filter((sheet) => sheet !== paper), paper];
}

/** Returns whether an animation was put at its end. */
function rest(documents: readonly PageDocument[], mayHaveShadowRoots: boolean): boolean {
  let hasEnded = false;
  for (const { document } of documents) {
    const roots = [document, ...(mayHaveShadowRoots ? findShadowRoots(document) : [])];
    for (const root of roots) restSvgAnimations(root);
    hasEnded = restAnimations(roots) || hasEnded;
  }
  return hasEnded;
}

Object.assign(globalThis, { ready: checkReadiness, waitForElement });
