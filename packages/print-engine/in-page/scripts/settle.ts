import type { ReadinessCheck, Unfinished } from '../messages.ts';
import { restAnimations, restSvgAnimations } from './animations.ts';
import { findDocuments, findScriptUse, findShadowRoots, NO_SCRIPTS, type PageDocument } from './documents.ts';
import { Frames } from './frames.ts';
import { setPaper } from './paper.ts';
import { Scrolling } from './scrolling.ts';
import { waitForFonts, waitForImages } from './resources.ts';
import type { Budget } from './waiting.ts';
import { isWorkReported, madeShadowRoots, requireReports, takeFrameWish, waitForWork } from './work.ts';

/** A callback of a frame can start the next round: an animation, an image, a font. */
const MAX_ROUNDS = 20;

/** Frames in which observers report and images are decoded. */
const FIRST_FRAMES = 2;

const frames = new Frames();

/** Waits until nothing that the browser knows of is pending. What is late is left out. */
export async function settle(check: ReadinessCheck, budget: Budget): Promise<Unfinished[]> {
  const late = new Set<Unfinished>();
  let use = NO_SCRIPTS;
  let frameCount = 0;
  const scrolling = new Scrolling();
  frames.reset();
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const documents = findDocuments();
    requireReports();
    const newUse = findScriptUse(documents, isWorkReported());
    if (newUse.hasScripts) await frames.drainTasks(documents);
    if (newUse.mayEncode) await frames.drainEncodings();
    const hadWork = await waitForScripts(budget, late);
    if (takeFrameWish() || (newUse.needsFrames && !use.needsFrames)) frameCount = FIRST_FRAMES;
    use = newUse;
    const hadFrame = await waitForFrames(documents, frameCount, budget, late);
    const hadResources = await waitForResources(documents, check, budget, late);
    setPaper(check.paperStyle, check.leastPageMm);
    const mayHaveShadowRoots = check.hasShadowRoots || use.needsFrames || madeShadowRoots();
    const hasEnded = rest(documents, mayHaveShadowRoots);
    const isDone = !hadFrame && !hadWork && !hadResources && !hasEnded;
    const hasScrolled = isDone && (await scrolling.goOn(use, budget, () => late.add('scrolling')));
    if (isDone && !hasScrolled) return [...late];
    // The end of an animation is an event of the next frame.
    frameCount = hasEnded || hasScrolled ? 1 : 0;
  }
  late.add('frames');
  return [...late];
}

/** Waits for `count` frames, and for more as long as scripts ask for them. Returns whether there was one. */
async function waitForFrames(
  documents: readonly PageDocument[],
  count: number,
  budget: Budget,
  late: Set<Unfinished>,
): Promise<boolean> {
  let frameCount = 0;
  while (!frames.areUsedUp) {
    const wereRequested = frames.wereRequested(documents);
    if (!wereRequested && frameCount >= count) break;
    if (!(await budget.allows(frames.next(documents)))) {
      if (wereRequested) late.add('frames');
      break;
    }
    frameCount += 1;
  }
  if (frames.areUsedUp) late.add('frames');
  return frameCount > 0;
}

/** Waits for what the browser does for scripts. Returns whether there was something. */
async function waitForScripts(budget: Budget, late: Set<Unfinished>): Promise<boolean> {
  const work = late.has('fonts') ? null : waitForWork();
  if (work && !(await budget.allows(work))) late.add('fonts');
  return work !== null;
}

/** Returns whether there was something to wait for. What is late is not waited for again. */
async function waitForResources(
  documents: readonly PageDocument[],
  { isUnseen }: ReadinessCheck,
  budget: Budget,
  late: Set<Unfinished>,
): Promise<boolean> {
  const images = late.has('images') ? null : waitForImages(documents, isUnseen);
  if (images && !(await budget.allows(images))) late.add('images');
  const fonts = late.has('fonts') ? null : waitForFonts(documents, isUnseen);
  if (fonts && !(await budget.allows(fonts))) late.add('fonts');
  return images !== null || fonts !== null;
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
