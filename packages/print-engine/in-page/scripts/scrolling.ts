import type { ScriptUse } from './documents.ts';
import { findUnseen } from './unseen.ts';
import { grows, heightOfDocument, loadToEnd } from './growth.ts';
import { type Budget, delay } from './waiting.ts';
import { takeScrollWish } from './work.ts';

/** In frames, this is three seconds. */
const MAX_SCREENS = 100;

/** So an element of half the height of the window is seen as a whole. */
const STEPS_PER_SCREEN = 2;

/** Scripts often look at the place only seven times a second. */
const THROTTLE_MS = 150;

/** For all steps of a patient pass. */
const PATIENCE_MS = 5_000;

/**
 * Scrolls a document whose scripts listen to that, as a reader does: they show or load what comes into the window. Few documents need
 * time for it, so a first pass is quick. If something cannot be seen after it, a second one waits for the scripts at each step. What it
 * hides again above the window or below it is printed as it is at the bottom.
 */
export class Scrolling {
  #passes: ((budget: Budget) => Promise<boolean>)[] = [];
  #isLoaded = false;

  /** @returns whether there was something to do, after which the document may change */
  async goOn({ mayFollowWindow }: ScriptUse, budget: Budget, onLate: () => void): Promise<boolean> {
    const begins = takeScrollWish(mayFollowWindow);
    if (begins) this.#passes = [scrollQuickly, scrollPatiently, scrollToBottom];
    else if (this.#passes.length > 0 && findUnseen().length === 0) this.#passes = [];
    const pass = this.#passes.shift();
    if (pass === undefined) return this.#loadToEnd(budget, onLate);
    if (!(await pass(budget))) onLate();
    return true;
  }

  /** Once: what comes later is shown by what came before. */
  async #loadToEnd(budget: Budget, onLate: () => void): Promise<boolean> {
    if (this.#isLoaded) return false;
    this.#isLoaded = true;
    return loadToEnd(budget, onLate);
  }
}

const scrollQuickly = (budget: Budget): Promise<boolean> => scrollThrough(budget, () => 0);

function scrollPatiently(budget: Budget): Promise<boolean> {
  const endsAt = performance.now() + PATIENCE_MS;
  return scrollThrough(budget, (stepsLeft) =>
    Math.min(THROTTLE_MS, (endsAt - performance.now()) / Math.max(1, stepsLeft)),
  );
}

/** @returns whether it came to the bottom in time */
async function scrollThrough(budget: Budget, pauseMs: (stepsLeft: number) => number): Promise<boolean> {
  const start = window.scrollY;
  const stepPx = window.innerHeight / STEPS_PER_SCREEN;
  let steps = 0;
  let heightPx = 0;
  let y = start;
  do {
    heightPx = heightOfDocument();
    for (; y < bottom(); y += stepPx) {
      steps += 1;
      const isInTime = await budget.allows(scroll(y, pauseMs((bottom() - y) / stepPx)));
      if (!isInTime || steps > MAX_SCREENS * STEPS_PER_SCREEN) return false;
    }
    if (steps === 0) return true;
    await scrollToBottom();
    // A script may load more at the bottom.
  } while (await grows(heightPx, budget, Infinity));
  await scroll(start);
  return true;
}

const bottom = (): number => heightOfDocument() - window.innerHeight;

async function scrollToBottom(): Promise<boolean> {
  await scroll(bottom(), THROTTLE_MS);
  return true;
}

/** Resolves after the tasks of the frame that has the new place. */
async function scroll(y: number, pauseMs = 0): Promise<void> {
  window.scrollTo({ top: y, behavior: 'instant' });
  await new Promise((resolve) => void requestAnimationFrame(resolve));
  if (pauseMs > 0) await delay(pauseMs);
  await scheduler.postTask(() => {}, { priority: 'background' });
}
