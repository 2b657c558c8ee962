import { type Budget, delay } from './waiting.ts';
import { awaitsAnswer, observesEnd } from './work.ts';
import { page } from './pristine.ts';

/** Scripts load more in steps. A list without an end is printed so far. */
const MAX_STEPS = 50;
const MAX_MS = 5_000;

/** What a script adds without a request comes sooner. */
const QUIET_MS = 300;
const LOOK_MS = 25;

export const heightOfDocument = (): number => page.scrollingElement?.scrollHeight ?? 0;

/** Returns whether the document becomes higher soon, or when the answers to its scripts have come. @param endsAt the latest time */
export async function grows(heightPx: number, budget: Budget, endsAt: number): Promise<boolean> {
  let quietSince = performance.now();
  while (heightOfDocument() <= heightPx) {
    const now = performance.now();
    if (awaitsAnswer()) quietSince = now;
    if (now >= endsAt || now - quietSince >= QUIET_MS) return false;
    if (!(await budget.allows(delay(LOOK_MS)))) return false;
  }
  return true;
}

/**
 * A document can load its next part when the end of the last one is seen. This shows it the end until nothing more comes.
 * @returns whether the document has grown
 */
export async function loadToEnd(budget: Budget, onLate: () => void): Promise<boolean> {
  if (!observesEnd(false)) return false;
  const endsAt = performance.now() + MAX_MS;
  let hasGrown = await grows(heightOfDocument(), budget, endsAt);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const heightPx = heightOfDocument();
    if (!observesEnd(true)) return hasGrown;
    if (!(await grows(heightPx, budget, endsAt))) {
      if (awaitsAnswer() || performance.now() >= endsAt) onLate();
      return hasGrown;
    }
    hasGrown = true;
  }
  onLate();
  return hasGrown;
}
