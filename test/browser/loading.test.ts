import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser, visit } from './support/browser.ts';
import { expectAccessible } from './support/inspect.ts';
import { holdRequests } from './support/network.ts';
import { createTeam, type SignedIn, type Team, signInOperator } from './support/people.ts';
import { createKey, createTemplate, print } from './support/printing.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
let operator: SignedIn;
let templateId: string;
beforeAll(async () => {
  team = await createTeam();
  operator = await signInOperator();
  const key = await createKey(team);
  templateId = await createTemplate(team, 'letter', '<p>Dear {{name}}</p>');
  await print(key, { htmlContent: '<p>Kept</p>', filename: 'kept' });
});

/** Cumulative layout shift. Up to 0.1 is considered good. */
const MAX_LAYOUT_SHIFT = 0.1;

const measureLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const shifts: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        shifts.push('value' in entry && typeof entry.value === 'number' ? entry.value : 0);
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    await new Promise((done) => setTimeout(done));
    observer.disconnect();
    return shifts.reduce((sum, shift) => sum + shift, 0);
  });

/** Path, the request that it waits for, the loading message, and text of the loaded page. */
const PAGES = [
  ['usage', /\/usage\?/, 'Loading the usage data…', 'Processing time per day'],
  ['templates', /\/templates$/, 'Loading the templates…', 'letter'],
  ['templates/TEMPLATE', /\/templates\/[^/?]+$/, 'Loading the template…', 'Save draft'],
  ['files', /\/files$/, 'Loading the files…', 'kept.pdf'],
  ['jobs', /\/jobs$/, 'Loading the jobs…', 'No jobs yet'],
  ['keys', /\/keys$/, 'Loading the keys…', 'live key'],
  ['storage', /\/targets$/, 'Loading the storage…', 'No external storage yet'],
  ['people', /\/people$/, 'Loading the people…', 'Chris Member'],
  ['audit', /\/audit$/, 'Loading the changes…', 'created the template'],
] as const;

describe.each([
  ['a desktop', 1280],
  ['a phone', 360],
])('on %s', (_name, width) => {
  test.each(typical(PAGES, 1))(
    'the page %s shows a skeleton, and its layout does not shift',
    LONG,
    async (path, request, loading, loaded) => {
      const page = await browser.newTab({ as: team.admin, width });
      const release = await holdRequests(page, new RegExp(`/console/workspaces/[^/]+${request.source}`));
      await visit(page, `/w/${team.workspaceId}/${path.replace('TEMPLATE', templateId)}`);
      await expectSkeleton(page, loading, release);
      await page.getByText(loaded).first().waitFor();
      expect(await measureLayoutShift(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
    },
  );
});

async function expectSkeleton(page: Page, loading: string, release: () => void): Promise<void> {
  const skeleton = page.getByRole('status').and(page.locator('[aria-busy=true]'));
  await skeleton.first().waitFor();
  await page.getByText(loading).or(page.getByLabel(loading)).waitFor();
  await expectAccessible(page, loading);
  release();
  await skeleton.first().waitFor({ state: 'detached' });
}

variation('the account and the operator page show skeletons too', async () => {
  const page = await browser.newTab({ as: operator });
  const releaseSessions = await holdRequests(page, /list-sessions/);
  await visit(page, '/account');
  await expectSkeleton(page, 'Loading your sessions…', releaseSessions);
  const releaseWorkspaces = await holdRequests(page, /\/console\/operator\/workspaces/);
  await visit(page, '/operator');
  await expectSkeleton(page, 'Loading the workspaces…', releaseWorkspaces);
  expect(await measureLayoutShift(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
});

variation('a list stays visible while another search loads', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/templates`, { as: team.member });
  await page.getByText('1 template shown').waitFor();
  const release = await holdRequests(page, /search=nowhere/);
  const asked = page.waitForRequest(/search=nowhere/);
  await page.getByRole('searchbox').fill('nowhere');
  await asked;
  await page.getByRole('row', { name: /letter/ }).waitFor();
  await expect.poll(() => page.locator('main [aria-busy=true]').count()).toBe(0);
  release();
  await page.getByRole('heading', { name: 'No matching templates' }).waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText('1 template shown').waitFor();
  await expect
    .poll(() => page.getByRole('searchbox').evaluate((field) => field === document.activeElement))
    .toBe(true);
});
