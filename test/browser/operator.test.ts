import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, inject, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newcomer, newTeam, type SignedIn, theOperator } from './support/people.ts';

const browser = useBrowser();
let operator: SignedIn;
beforeAll(async () => {
  operator = await theOperator();
});

/** Searches for a workspace by the end of its name, which no other has. */
async function find(page: Page, name: string): Promise<void> {
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('row', { name: new RegExp(name) }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1);
}

const menuOf = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('the operator makes a workspace and invites its owner', async () => {
  const name = `Made ${randomUUID().slice(0, 8)}`;
  const page = await browser.open('/operator', { as: operator });
  await page.getByRole('button', { name: 'Create workspace' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Plan').selectOption('scale');
  await inspectPage(page, 'operator-create');
  await dialog.getByRole('button', { name: 'Create workspace' }).click();
  await find(page, name);
  await inspectPage(page, 'operator');
  expect(await page.getByRole('row', { name: new RegExp(name) }).innerText()).toContain('Scale');

  await menuOf(page, name, 'Invite an owner');
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click();
  const link = await page.getByRole('dialog').getByLabel('link', { exact: true }).innerText();
  const guest = await browser.open(new URL(link).pathname.replace('/dashboard', ''));
  const { email, password } = newcomer('Olga Owner');
  await guest.getByLabel('Your name').fill('Olga Owner');
  await guest.getByLabel('E-mail').fill(email);
  await guest.getByRole('textbox', { name: 'Password' }).fill(password);
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await guest.getByRole('button', { name: `Workspace: ${name}` }).waitFor();
});

test('the operator changes plan, credits and quota, and the workspace has them at once', async () => {
  const name = `Changed ${randomUUID().slice(0, 8)}`;
  const team = await newTeam({ name, plan: 'free' });
  const page = await browser.open('/operator', { as: operator });
  await find(page, name);
  await menuOf(page, name, 'Plan, credits and quota');
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

test('a workspace is deleted by who types its name', async () => {
  const name = `Deleted ${randomUUID().slice(0, 8)}`;
  const team = await newTeam({ name });
  const { key } = await team.owner.client.createKey(team.workspaceId, {
    name: 'Orphan',
    environment: 'test',
    permissions: ['pdf.generate'],
  });
  const page = await browser.open('/operator', { as: operator });
  await find(page, name);
  await menuOf(page, name, 'Delete workspace');
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete workspace' });
  expect(await confirm.isDisabled()).toBe(true);
  await inspectPage(page, 'operator-delete');
  await dialog.getByRole('textbox').fill(name);
  await confirm.click();
  await page.getByRole('heading', { name: 'No workspace of this name' }).waitFor();
  const refused = await fetch(`${inject('dashboardUrl')}/v1/usage`, { headers: { 'X-API-Key': key } });
  expect(await refused.json()).toMatchObject({ error: { code: 'WORKSPACE_NOT_FOUND' } });
});

test('an owner of a workspace is not the operator: neither the page nor the Worker lets them in', async () => {
  const { owner } = await newTeam();
  const page = await browser.open('/operator', { as: owner });
  await page.getByRole('heading', { name: 'This page is for who runs the instance' }).waitFor();
  expect(await page.getByRole('link', { name: 'Operator' }).count()).toBe(0);
  await inspectPage(page, 'operator-refused');
  expect(await owner.client.refusal('GET', '/operator/workspaces')).toBe('INSUFFICIENT_ROLE');
  expect(await owner.client.refusal('POST', '/operator/workspaces', { name: 'Mine' })).toBe(
    'INSUFFICIENT_ROLE',
  );
});
