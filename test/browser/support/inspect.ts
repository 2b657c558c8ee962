import { mkdir } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { inProject } from '../../../scripts/project.ts';

/** WCAG 2.2, levels A and AA, and what they take over from 2.0 and 2.1. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const SCHEMES = ['light', 'dark'] as const;
const PHONE = { width: 360, height: 780 };

/**
 * Looks at a page as it stands, in both themes and on a phone: no violation of WCAG 2.2 A and AA, and
 * nothing to scroll sideways. Pictures of all three go to `artifacts/screenshots/`.
 *
 * @param name of the pictures: `keys`
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
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, `${name}, ${PHONE.width} px`);
  await page.setViewportSize(desktop);
}

/** No violation of WCAG 2.2 A and AA in what is shown now. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await settled(page);
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
  expect(found, what).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await settled(page);
  const overflowPx = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflowPx, 'pixels to scroll sideways').toBe(0);
}

async function capture(page: Page, name: string): Promise<void> {
  await settled(page);
  const folder = inProject('artifacts/screenshots');
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** Two frames and all animations: what the page was about to do is done. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  });
}
