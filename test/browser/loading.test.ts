import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { expectAccessible } from './support/inspect.ts';
import { newTeam, type SignedIn, type Team, theOperator } from './support/people.ts';
import { keyOf, print, templateOf } from './support/printing.ts';

const browser = useBrowser();
let team: Team;
let operator: SignedIn;
let templateId: string;
beforeAll(async () => {
  team = await newTeam();
  operator = await theOperator();
  const key = await keyOf(team);
  templateId = await templateOf(team, 'letter', '<p>Dear {{name}}</p>');
  await print(key, { htmlContent: '<p>Kept</p>', filename: 'kept' });
});

/** The sum of all jumps since the page began, as browsers measure it: 0.1 is what readers do not mind. */
const MAX_LAYOUT_SHIFT = 0.1;

const layoutShiftOf = (page: Page): Promise<number> =>
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

/** Holds what `pattern` matches back until the returned function is called. */
async function hold(page: Page, pattern: RegExp): Promise<() => void> {
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(pattern, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

/** Each page, what it waits for, what it says meanwhile, and a word of what comes. */
const PAGES = [
  ['usage', /\/usage\?/, 'Loading the usage…', 'Processing time per day'],
  ['templates', /\/templates$/, 'Loading the templates…', 'letter'],
  ['templates/TEMPLATE', /\/templates\/[^/?]+$/, 'Loading the template…', 'Save draft'],
  ['files', /\/files$/, 'Loading the files…', 'kept.pdf'],
  ['keys', /\/keys$/, 'Loading the keys…', 'live key'],
  ['storage', /\/targets$/, 'Loading the storage…', 'No storage of your own yet'],
  ['people', /\/people$/, 'Loading the people…', 'Chris Member'],
  ['audit', /\/audit$/, 'Loading the audit trail…', 'created the template'],
] as const;

describe.each([
  ['a desktop', 1280],
  ['a phone', 360],
])('on %s', (_name, width) => {
  test.each(PAGES)(
    'the page %s shows a skeleton, and nothing jumps',
    async (path, asks, waiting, arrived) => {
      const page = await browser.open('/sign-in', { as: team.admin, width });
      const letGo = await hold(page, new RegExp(`/console/workspaces/[^/]+${asks.source}`));
      const { origin } = new URL(page.url());
      await page.goto(`${origin}/dashboard/w/${team.workspaceId}/${path.replace('TEMPLATE', templateId)}`);
      await skeletonGivesWay(page, waiting, letGo);
      await page.getByText(arrived).first().waitFor();
      expect(await layoutShiftOf(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
    },
  );
});

async function skeletonGivesWay(page: Page, waiting: string, letGo: () => void): Promise<void> {
  const skeleton = page.getByRole('status').and(page.locator('[aria-busy=true]'));
  await skeleton.first().waitFor();
  await page.getByText(waiting).or(page.getByLabel(waiting)).waitFor();
  await expectAccessible(page, waiting);
  letGo();
  await skeleton.first().waitFor({ state: 'detached' });
}

test('the account and the operator’s page show skeletons too', async () => {
  const page = await browser.open('/sign-in', { as: operator });
  const { origin } = new URL(page.url());
  const letSessionsGo = await hold(page, /list-sessions/);
  await page.goto(`${origin}/dashboard/account`);
  await skeletonGivesWay(page, 'Loading your sessions…', letSessionsGo);
  const letWorkspacesGo = await hold(page, /\/console\/operator\/workspaces/);
  await page.goto(`${origin}/dashboard/operator`);
  await skeletonGivesWay(page, 'Loading the workspaces…', letWorkspacesGo);
  expect(await layoutShiftOf(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
});

test('a list stays where it is while another search is on its way', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/templates`, { as: team.member });
  await page.getByText('1 template shown').waitFor();
  const letGo = await hold(page, /search=nowhere/);
  const asked = page.waitForRequest(/search=nowhere/);
  await page.getByRole('searchbox').fill('nowhere');
  await asked;
  await page.getByRole('row', { name: /letter/ }).waitFor();
  expect(await page.locator('main [aria-busy=true]').count()).toBe(0);
  letGo();
  await page.getByRole('heading', { name: 'No template of this name' }).waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText('1 template shown').waitFor();
  expect(await page.getByRole('searchbox').evaluate((field) => field === document.activeElement)).toBe(true);
});
