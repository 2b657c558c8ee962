import type { ScriptUse } from './documents.ts';
import { findTransparent } from './transparent.ts';
import { type Budget, delay } from './waiting.ts';
import { takeScrollWish } from './work.ts';

/** In frames, this is three seconds. */
const MAX_SCREENS = 100;

/** So an element of half the height of the window is seen as a whole. */
const STEPS_PER_SCREEN = 2;

/** Scripts often look at the place only ten times a second. */
const THROTTLE_MS = 200;

/** Scrolls a document whose scripts listen to that, as a reader does: they show or load what comes into the window. */
export class Scrolling {
  #isAtTop = false;

  /** @returns whether there was something to do, after which the document may change */
  async goOn({ mayFollowWindow }: ScriptUse, budget: Budget, onLate: () => void): Promise<boolean> {
    if (takeScrollWish(mayFollowWindow)) {
      if (!(await scrollThrough(budget))) onLate();
      this.#isAtTop = true;
      return true;
    }
    if (!this.#isAtTop) return false;
    this.#isAtTop = false;
    // It hides again what is below the window, so it is printed as it is at the bottom.
    if (findTransparent().length === 0) return false;
    await scrollToBottom();
    return true;
  }
}

/** @returns whether it came to the bottom in time */
async function scrollThrough(budget: Budget): Promise<boolean> {
  const start = window.scrollY;
  let steps = 0;
  for (let y = start; y < bottom(); y += window.innerHeight / STEPS_PER_SCREEN) {
    steps += 1;
    if (steps > MAX_SCREENS * STEPS_PER_SCREEN || !(await budget.allows(scroll(y)))) return false;
  }
  if (steps === 0) return true;
  await scrollToBottom();
  await scroll(start);
  return true;
}

const bottom = (): number => (document.scrollingElement?.scrollHeight ?? 0) - window.innerHeight;

async function scrollToBottom(): Promise<void> {
  await scroll(bottom());
  await delay(THROTTLE_MS);
}

/** Resolves after the tasks of the frame that has the new place. */
async function scroll(y: number): Promise<void> {
  window.scrollTo({ top: y, behavior: 'instant' });
  await new Promise((resolve) => void requestAnimationFrame(resolve));
  await scheduler.postTask(() => {}, { priority: 'background' });
}
