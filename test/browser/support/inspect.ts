import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inProject } from '../../../scripts/project.ts';

declare global {
  var axe: typeof import('axe-core');
}

/** WCAG 2.2, levels A and AA, with the rules of 2.0 and 2.1. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const SCHEMES = ['light', 'dark'] as const;
const PHONE = { width: 360, height: 780 };

/**
 * Checks a page in both themes and on a phone for violations of WCAG 2.2 A and AA and for horizontal scrolling.
 * With `SCREENSHOTS=1`, writes screenshots to `artifacts/screenshots/`.
 * @param name of the screenshots: `keys`
 */
export async function inspectPage(page: Page, name: string): Promise<void> {
  for (const scheme of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await capture(page, `${name}-${scheme}`);
    await expectAccessible(page, `${name}, ${scheme}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  const desktop = page.viewportSize() ?? { width: 1280, height: 860 };
  await page.setViewportSize(PHONE);
  await capture(page, `${name}-${PHONE.width}`);
  await expectNoHorizontalScroll(page);
  await expectAccessible(page, `${name}, ${PHONE.width} px`);
  await page.setViewportSize(desktop);
}

/** Checks the page as it is shown now for violations of WCAG 2.2 A and AA. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await waitUntilSettled(page);
  const found = (await runAxe(page)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
  expect(found, what).toEqual([]);
}

/** axe checks a frame only if it runs there too. */
async function runAxe(page: Page): Promise<AxeResults['violations']> {
  await Promise.all(page.frames().map(loadAxe));
  return page.evaluate(async (tags) => {
    const { violations } = await globalThis.axe.run(document, { runOnly: tags, resultTypes: ['violations'] });
    return violations;
  }, STANDARD);
}

async function loadAxe(frame: Frame): Promise<void> {
  if (await frame.evaluate(() => 'axe' in globalThis)) return;
  await frame.evaluate(AXE);
}

async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await waitUntilSettled(page);
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx, 'pixels to scroll horizontally').toBe(0);
}

async function capture(page: Page, name: string): Promise<void> {
  if (process.env.SCREENSHOTS === undefined) return;
  await waitUntilSettled(page);
  const folder = inProject('artifacts/screenshots');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Waits for two frames and all animations. */
async function waitUntilSettled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}
