import { toQuietExpression } from '../in-page/expressions.ts';
import { remainingMs } from '../print-limits.ts';
import type { PrintRun } from './print-run.ts';

const LOOK_INTERVAL_MS = 20;

/** Waits until the network is idle. The page knows the requests of scripts. Chromium pauses the others for the engine, which counts them. */
export async function waitForNetwork({ page, limits }: PrintRun, idleMs: number): Promise<void> {
  while (page.network.isOn) {
    await page.evaluate(toQuietExpression(idleMs), remainingMs(limits));
    const leftMs = page.network.msUntilIdle(idleMs);
    if (leftMs <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs, LOOK_INTERVAL_MS)));
  }
}
