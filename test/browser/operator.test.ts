import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { chooseAction, fillNewAccount, toDashboardPath } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createOwner, createTeam, newcomer, type SignedIn, signInOperator } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let operator: SignedIn;
beforeAll(async () => {
  operator = await signInOperator();
});

/** Searches for a workspace with a unique name. */
async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('row', { name: new RegExp(name) }).waitFor();
  const rows = page.getByRole('table', { name: 'Workspaces' }).locator('tbody tr');
  await expect.poll(() => rows.count()).toBe(1);
}

test('the operator creates a workspace and invites its owner', LONG, async () => {
  const name = `Made ${randomUUID().slice(0, 8)}`;
  const page = await browser.open('/operator', { as: operator });
  await page.getByRole('button', { name: 'Create workspace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Plan').selectOption('scale');
  await inspectPage(page, 'operator-create');
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  // A search that starts before the workspace exists would find nothing.
  await dialog.waitFor({ state: 'detached' });
  await find(page, name);
  await inspectPage(page, 'operator');
  await expect.poll(() => page.getByRole('row', { name: new RegExp(name) }).innerText()).toContain('Scale');

  await chooseAction(page, name, 'Invite an owner');
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  const link = await page.getByRole('dialog').getByLabel('link', { exact: true }).innerText();
  const guest = await browser.open(toDashboardPath(link));
  await fillNewAccount(guest, newcomer('Olga Owner'));
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await guest.getByRole('button', { name: `Workspace: ${name}` }).waitFor();
});

test('the operator changes plan, credits and quota of a workspace', async () => {
  const name = `Changed ${randomUUID().slice(0, 8)}`;
  const team = await createTeam({ name, plan: 'free' });
  const page = await browser.open('/operator', { as: operator });
  await find(page, name);
  await chooseAction(page, name, 'Plan, credits and quota');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Credits').fill('many');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Enter a whole number, 0 or more').waitFor();
  await dialog.getByLabel('Credits').fill('250');
  await dialog.getByLabel('Quota used').fill('99');
  await dialog.getByLabel('Plan').selectOption('starter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = await page.getByRole('row', { name: new RegExp(name) }).innerText();
  expect(row).toMatch(/Starter\s+99 of 2,500\s+250/);

  const { body } = await team.owner.client.send('GET', `/workspaces/${team.workspaceId}`);
  expect(body).toMatchObject({ data: { plan: 'starter', credits: 250, quotaUsed: 99 } });
});

variation('deleting a workspace requires typing its name', async () => {
  const name = `Deleted ${randomUUID().slice(0, 8)}`;
  const team = await createTeam({ name });
  const { key } = await team.owner.client.createKey(team.workspaceId, {
    name: 'Orphan',
    environment: 'test',
    permissions: ['pdf.generate'],
  });
  const page = await browser.open('/operator', { as: operator });
  await find(page, name);
  await chooseAction(page, name, 'Delete workspace');
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete workspace' });
  await expect.poll(() => confirm.isDisabled()).toBe(true);
  await inspectPage(page, 'operator-delete');
  await dialog.getByRole('textbox').fill(name);
  await confirm.click();
  await page.getByRole('heading', { name: 'No matching workspaces' }).waitFor();
  const refused = await fetch(`${inject('dashboardUrl')}/v1/usage`, { headers: { 'X-API-Key': key } });
  expect(await refused.json()).toMatchObject({ error: { code: 'WORKSPACE_NOT_FOUND' } });
});

test('a workspace owner cannot use the operator page or its routes', LONG, async () => {
  const { owner } = await createTeam();
  const page = await browser.open('/operator', { as: owner });
  await page
    .getByRole('heading', { name: 'Only the operator of this instance can open this page' })
    .waitFor();
  await expect.poll(() => page.getByRole('link', { name: 'Operator' }).count()).toBe(0);
  await inspectPage(page, 'operator-refused');
  expect(await owner.client.refusal('GET', '/operator/workspaces')).toBe('INSUFFICIENT_ROLE');
  expect(await owner.client.refusal('POST', '/operator/workspaces', { name: 'Mine' })).toBe(
    'INSUFFICIENT_ROLE',
  );
});

variation('an operator adds a second operator, who then stops being one', async () => {
  const owner = await createOwner();
  const page = await browser.open('/operator', { as: operator });
  const operators = page.getByRole('table', { name: 'Operators' });
  await operators.waitFor();
  await page.getByRole('button', { name: 'Add operator' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email address').fill(`nobody-${randomUUID()}@example.com`);
  await dialog.getByRole('button', { name: 'Add operator' }).click();
  await dialog.getByText('No account has this email address').waitFor();
  await dialog.getByLabel('Email address').fill(owner.email);
  await dialog.getByRole('button', { name: 'Add operator' }).click();
  await operators.getByRole('row', { name: new RegExp(owner.email) }).waitFor();
  await inspectPage(page, 'operator-operators');

  const second = await browser.open('/operator', { as: owner });
  await second
    .getByRole('table', { name: 'Operators' })
    .getByRole('row', { name: new RegExp(owner.email) })
    .getByRole('button')
    .click();
  await second.getByRole('menuitem', { name: 'Stop being an operator' }).click();
  await second.getByRole('dialog').getByRole('button', { name: 'Stop being an operator' }).click();
  await second
    .getByRole('heading', { name: 'Only the operator of this instance can open this page' })
    .waitFor();
});
