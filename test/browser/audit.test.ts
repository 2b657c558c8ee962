import { beforeAll, describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { createKey, createTemplate } from './support/printing.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

/** More than fit on one page. */
const MANY = 55;

describe('the audit trail', () => {
  let team: Team;
  beforeAll(async () => {
    team = await createTeam();
    await createKey(team, 'test', 'ci');
    for (let n = 1; n <= MANY; n += 1) await createTemplate(team, `letter ${n}`, '<p>Hello</p>');
  });

  const open = (as = team.member) => browser.open(`/w/${team.workspaceId}/audit`, { as });

  test('shows every member who changed what', async () => {
    const page = await open();
    const newest = page.getByRole('listitem').first();
    await newest.waitFor();
    await expect
      .poll(() => newest.textContent())
      .toContain(`Ada Owner created the template “letter ${MANY}”`);
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'Europe/Amsterdam' });
    await page.getByRole('heading', { level: 2, name: day.format(new Date()) }).waitFor();
  });

  variation('loads older entries page by page', async () => {
    const page = await open();
    await page.getByText('50 changes shown').waitFor();
    await expect.poll(() => page.getByText('created the key “ci”').count()).toBe(0);
    await page.getByRole('button', { name: 'Show older changes' }).click();
    await page.getByText('Ada Owner created the key “ci”').waitFor();
    await page
      .getByText('The operator created the workspace “Harbour Press”')
      .or(page.getByText('Olivia Operator created the workspace “Harbour Press”'))
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Show older changes' }).count()).toBe(0);
  });

  test('is accessible', LONG, async () => {
    const page = await open(team.owner);
    await page.getByRole('listitem').first().waitFor();
    await inspectPage(page, 'audit');
  });
});
