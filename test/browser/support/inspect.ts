import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { inProject } from '../../../scripts/project.ts';
import { IS_THOROUGH } from '../../support/thorough.ts';

declare global {
  var axe: typeof import('axe-core');
}

/** WCAG 2.2, levels A and AA, with the rules of 2.0 and 2.1. */
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that depend on the theme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** `content` is the open dialog or menu, otherwise the page without its navigation. */
type Area = 'document' | 'content';

const PHONE = { width: 360, height: 780 };

/** Files of which `npm test` has inspected a page. */
const inspectedFiles = new Set<string | undefined>();

/**
 * Checks a page for violations of WCAG 2.2 A and AA in the light theme, and that it does not scroll horizontally on a phone.
 * In `npm test`, a file inspects only the first of its pages: it takes as much as opening a page. In `npm run test:long`,
 * it inspects all, and checks the colours of the content in the dark theme, and the content on a phone, too.
 * With `SCREENSHOTS=1`, writes screenshots to `artifacts/screenshots/`.
 * @param name of the screenshots: `keys`
 */
export async function inspectPage(page: Page, name: string): Promise<void> {
  if (IS_THOROUGH) return inspect(page, name, 'content');
  const { testPath } = expect.getState();
  if (inspectedFiles.has(testPath)) return;
  inspectedFiles.add(testPath);
  await inspect(page, name, null);
}

/** Checks the navigation of a page too, in both themes and on a phone. It is the same on all pages. */
export const inspectDocument = (page: Page, name: string): Promise<void> => inspect(page, name, 'document');

/** @param everywhere what is checked in the dark theme and on a phone */
async function inspect(page: Page, name: string, everywhere: Area | null): Promise<void> {
  await capture(page, `${name}-light`);
  await expectAccessible(page, `${name}, light`);

  if (everywhere !== null) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await capture(page, `${name}-dark`);
    await expectNoViolations(page, `${name}, dark`, COLOUR_RULES, everywhere);
    await page.emulateMedia({ colorScheme: 'light' });
  }

  const desktop = page.viewportSize() ?? { width: 1280, height: 860 };
  await page.setViewportSize(PHONE);
  await capture(page, `${name}-${PHONE.width}`);
  await expectNoHorizontalScroll(page);
  if (everywhere !== null) {
    await expectNoViolations(page, `${name}, ${PHONE.width} px`, STANDARD, everywhere);
  }
  await page.setViewportSize(desktop);
}

/** A page with a dialog has each landmark once, and each has a name of its own. */
export const expectUniqueLandmarks = (page: Page, what: string): Promise<void> =>
  expectNoViolations(page, what, ['landmark-unique', 'landmark-no-duplicate-banner'], 'document');

/** Checks the document as it is shown now for violations of WCAG 2.2 A and AA. */
export const expectAccessible = (page: Page, what: string): Promise<void> =>
  expectNoViolations(page, what, STANDARD, 'document');

/** @param only tags or names of rules */
async function expectNoViolations(page: Page, what: string, only: string[], area: Area): Promise<void> {
  await waitUntilSettled(page);
  const found = (await runAxe(page, only, area)).flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
  );
  expect(found, what).toEqual([]);
}

/** axe checks a frame only if it runs there too. */
async function runAxe(page: Page, only: string[], area: Area): Promise<AxeResults['violations']> {
  await Promise.all(page.frames().map(loadAxe));
  return page.evaluate(
    async ([runOnly, where]) => {
      const overlays = [...document.querySelectorAll('[role=dialog], [role=menu]')];
      const content =
        overlays.findLast((overlay) => overlay.checkVisibility()) ?? document.querySelector('main');
      const { violations } = await globalThis.axe.run(
        where === 'content' ? (content ?? document) : document,
        {
          runOnly,
          resultTypes: ['violations'],
          // No rule needs the text of the style sheets.
          preload: { assets: ['media'] },
        },
      );
      return violations;
    },
    [only, area] as const,
  );
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
