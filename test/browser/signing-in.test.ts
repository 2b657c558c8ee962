import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newTeam, type Team } from './support/people.ts';

const browser = useBrowser();
let team: Team;
beforeAll(async () => {
  team = await newTeam();
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('one signs in with a password and lands on the page that one asked for', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/people?from=mail`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await inspectPage(page, 'sign-in');
  await signIn(page, team.member.email, team.member.password);
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(`/dashboard/w/${team.workspaceId}/people?from=mail`);
});

test('a wrong password is refused in words, and nothing tells whether the address is known', async () => {
  const page = await browser.open('/sign-in');
  await signIn(page, team.member.email, 'not the password');
  const known = await page.getByRole('alert').innerText();
  expect(known).toContain('You were not signed in');
  expect(known).toMatch(/Request\s+req_/);
  await inspectPage(page, 'sign-in-refused');

  await signIn(page, 'nobody@example.com', 'not the password');
  await page.waitForResponse((response) => response.url().endsWith('/sign-in/email'));
  const unknown = await page.getByRole('alert').innerText();
  const withoutId = (text: string) => text.replace(/req_\w+/, '');
  expect(withoutId(unknown)).toBe(withoutId(known));
});

test('somebody who signs out is led to sign-in, and the way back shows nothing', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.admin });
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Account of Bela Admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await page.getByText(team.member.email).count()).toBe(0);
});

test('a link to sign-in cannot lead to another site', async () => {
  const page = await browser.open('/sign-in?next=//evil.example/');
  await signIn(page, team.owner.email, team.owner.password);
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();
  expect(new URL(page.url()).hostname).toBe('localhost');
});
