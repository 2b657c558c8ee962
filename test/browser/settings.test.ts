import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeAll(async () => {
  team = await createTeam({ plan: 'growth' });
});

test('the limits of all plans are shown, with the current one marked', LONG, async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.member });
  const table = page.getByRole('table', { name: 'Plan limits' });
  await table.waitFor();
  await expect
    .poll(() => table.getByRole('columnheader', { name: /Growth/ }).innerText())
    .toContain('Your plan');
  await expect
    .poll(() => table.getByRole('row', { name: /API keys/ }).innerText())
    .toMatch(/1\s2\s5\s10\s25\sNo limit/);
  await expect
    .poll(() => table.getByRole('row', { name: /File retention/ }).innerText())
    .toContain('90 days');
  await inspectPage(page, 'settings');
});

variation('a member can see the name but not change it', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.member });
  await page.getByText('Only admins and owners can change these settings.').waitFor();
  await expect.poll(() => page.getByLabel('Name').getAttribute('readonly')).not.toBeNull();
  await expect.poll(() => page.getByRole('button', { name: 'Save name' }).count()).toBe(0);
  const renaming = ['PATCH', `/workspaces/${team.workspaceId}`, { name: 'Mine now' }] as const;
  expect(await team.member.client.refusal(...renaming)).toBe('INSUFFICIENT_ROLE');
});

test('an admin renames the workspace, and the header shows the new name', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.admin });
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByLabel('Name').fill('Harbour & Sons');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('button', { name: 'Workspace: Harbour & Sons' }).waitFor();
});

variation('on a phone the current plan is visible next to the names of the limits', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.owner, width: 360 });
  const own = page.getByRole('columnheader', { name: /Growth/ });
  await own.waitFor();
  const [plan, limit] = await Promise.all([
    own.boundingBox(),
    page.getByRole('rowheader', { name: 'API keys' }).boundingBox(),
  ]);
  expect(plan?.x).toBeGreaterThanOrEqual((limit?.x ?? 0) + (limit?.width ?? 0) - 1);
  expect((plan?.x ?? 0) + (plan?.width ?? 0)).toBeLessThanOrEqual(360);
});
