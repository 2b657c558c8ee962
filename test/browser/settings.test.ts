import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newTeam, type Team } from './support/people.ts';

const browser = useBrowser();
let team: Team;
beforeAll(async () => {
  team = await newTeam({ plan: 'growth' });
});

test('the plan’s limits stand beside those of the other plans', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.member });
  const table = page.getByRole('table', { name: 'Limits of the plans' });
  await table.waitFor();
  expect(await table.getByRole('columnheader', { name: /Growth/ }).innerText()).toContain('Your plan');
  expect(await table.getByRole('row', { name: /API keys/ }).innerText()).toMatch(/1\s2\s5\s10\s25\sNo limit/);
  expect(await table.getByRole('row', { name: /Files are kept/ }).innerText()).toContain('90 days');
  await inspectPage(page, 'settings');
});

test('a member reads the name; who sends a change is refused', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.member });
  await page.getByText('Admins and owners change these').waitFor();
  expect(await page.getByLabel('Name').getAttribute('readonly')).not.toBeNull();
  expect(await page.getByRole('button', { name: 'Save name' }).count()).toBe(0);
  const renaming = ['PATCH', `/workspaces/${team.workspaceId}`, { name: 'Mine now' }] as const;
  expect(await team.member.client.refusal(...renaming)).toBe('INSUFFICIENT_ROLE');
});

test('an admin renames the workspace, and the header follows', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.admin });
  await page.getByLabel('Name').fill(' ');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByText('Enter a name').waitFor();
  await page.getByLabel('Name').fill('Harbour & Sons');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('button', { name: 'Workspace: Harbour & Sons' }).waitFor();
});

test('on a phone the own plan is in sight, beside the names of the limits', async () => {
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
