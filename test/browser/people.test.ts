import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newcomer, newTeam, type SignedIn, type Team } from './support/people.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await newTeam();
});

const openPeople = async (as: SignedIn): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/people`, { as });
  await page.getByRole('row', { name: /Chris Member/ }).waitFor();
  return page;
};

/** Makes an invitation in the page and returns its link. */
async function invite(page: Page, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Make link' }).click();
  return dialog.getByLabel('link', { exact: true }).innerText();
}

const pathOf = (link: string): string => new URL(link).pathname.replace('/dashboard', '');

const menuOf = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

describe('invitations', () => {
  test('the link is shown once, and a newcomer joins by it with the role that it gives', async () => {
    const page = await openPeople(team.owner);
    const link = await invite(page, 'Member');
    await inspectPage(page, 'people-invited');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor();
    expect(await page.content()).not.toContain(link);

    const guest = await browser.open(pathOf(link));
    await guest.getByRole('heading', { name: 'Join Harbour Press' }).waitFor();
    await guest.getByText('Ada Owner invites you as a member').waitFor();
    await inspectPage(guest, 'invitation-newcomer');
    const { email, password } = newcomer('Nora Newcomer');
    await guest.getByLabel('Your name').fill('Nora Newcomer');
    await guest.getByLabel('E-mail').fill(email);
    await guest.getByRole('textbox', { name: 'Password' }).fill(password);
    await guest.getByRole('button', { name: 'Create account and join' }).click();
    await guest.getByRole('heading', { name: 'Usage', level: 1 }).waitFor();

    await page.reload();
    await page.getByRole('row', { name: /Nora Newcomer.*Member/s }).waitFor();
    expect(await page.getByRole('heading', { name: 'Open invitations' }).count()).toBe(0);

    const second = await browser.open(pathOf(link));
    await second.getByRole('heading', { name: 'This link does not work' }).waitFor();
    await inspectPage(second, 'invitation-gone');
  });

  test('somebody who is signed in joins with a click, and switches between the workspaces', async () => {
    const other = await newTeam({ name: 'Second Press' });
    const link = await team.admin.client.invite(team.workspaceId, 'member');
    const page = await browser.open(pathOf(link), { as: other.owner });
    await inspectPage(page, 'invitation-signed-in');
    await page.getByRole('button', { name: 'Join as Ada Owner' }).click();
    await page.getByRole('button', { name: 'Workspace: Harbour Press' }).waitFor();

    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Workspace: Harbour Press' }).click();
    await page.getByRole('menuitemradio', { name: /Second Press/ }).click();
    await page.getByRole('button', { name: 'Workspace: Second Press' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/w/${other.workspaceId}/settings`);
    expect(await page.getByLabel('Name').inputValue()).toBe('Second Press');
  });

  test('a newcomer who has an account signs in and comes back to the invitation', async () => {
    const other = await newTeam({ name: 'Second Press' });
    const link = await team.admin.client.invite(team.workspaceId, 'member');
    const page = await browser.open(pathOf(link));
    await page.getByRole('link', { name: 'Sign in first' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.getByLabel('E-mail').fill(other.member.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(other.member.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Join as Chris Member' }).waitFor();
  });

  test('a revoked link does not work any more', async () => {
    const link = await team.owner.client.invite(team.workspaceId, 'admin');
    const page = await openPeople(team.admin);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor({ state: 'detached' });

    const guest = await browser.open(pathOf(link));
    await guest.getByRole('heading', { name: 'This link does not work' }).waitFor();
  });
});

test('an owner changes a role, which holds for the very next request', async () => {
  const page = await openPeople(team.owner);
  await inspectPage(page, 'people');
  await menuOf(page, 'Chris Member', 'Change role');
  const dialog = page.getByRole('dialog');
  await inspectPage(page, 'people-role');
  await dialog.getByRole('radio', { name: 'Admin' }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('row', { name: /Chris Member.*Admin/s }).waitFor();
  const renaming = ['PATCH', `/workspaces/${team.workspaceId}`, { name: 'Renamed' }] as const;
  expect(await team.member.client.refusal(...renaming)).toBeNull();
});

test('somebody who is removed sees the workspace no more', async () => {
  const theirs = await browser.open(`/w/${team.workspaceId}/people`, { as: team.member });
  const page = await openPeople(team.admin);
  await menuOf(page, 'Chris Member', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: /Chris Member/ }).waitFor({ state: 'detached' });

  await theirs.reload();
  await theirs.getByRole('heading', { name: 'No such workspace' }).waitFor();
  await inspectPage(theirs, 'workspace-gone');
  await theirs.goto(`${inject('dashboardUrl')}/dashboard/`);
  await theirs.getByRole('heading', { name: 'You do not belong to a workspace yet' }).waitFor();
  await inspectPage(theirs, 'no-workspace');
});

test('a member leaves by themselves, and can do nothing else to people', async () => {
  const page = await openPeople(team.member);
  expect(await page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  expect(await page.getByRole('button', { name: /Actions for (Ada|Bela)/ }).count()).toBe(0);
  const { client } = team.member;
  const base = `/workspaces/${team.workspaceId}`;
  expect(await client.refusal('POST', `${base}/invitations`, { role: 'member' })).toBe('INSUFFICIENT_ROLE');
  const { person } = await team.admin.client.session();
  expect(await client.refusal('DELETE', `${base}/people/${person?.id}`)).toBe('INSUFFICIENT_ROLE');

  await menuOf(page, 'Chris Member', 'Leave workspace');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave workspace' }).click();
  await page.getByRole('heading', { name: 'You do not belong to a workspace yet' }).waitFor();
});

test('an admin changes everybody but the owners', async () => {
  const page = await openPeople(team.admin);
  expect(await page.getByRole('button', { name: 'Actions for Ada Owner' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('radio', { name: 'Admin' }).waitFor();
  expect(await page.getByRole('radio', { name: 'Owner' }).count()).toBe(0);

  const { client } = team.admin;
  const { person: owner } = await team.owner.client.session();
  const base = `/workspaces/${team.workspaceId}`;
  expect(await client.refusal('POST', `${base}/invitations`, { role: 'owner' })).toBe('INSUFFICIENT_ROLE');
  const demotion = ['PATCH', `${base}/people/${owner?.id}`, { role: 'member' }] as const;
  expect(await client.refusal(...demotion)).toBe('INSUFFICIENT_ROLE');
});

test('the only owner can neither leave nor step down, and is told why', async () => {
  const page = await openPeople(team.owner);
  await page.getByRole('button', { name: 'Actions for Ada Owner' }).click();
  await page.getByText('A workspace keeps at least one owner').waitFor();
  expect(await page.getByRole('menuitem', { name: 'Leave workspace' }).isDisabled()).toBe(true);
  const { person } = await team.owner.client.session();
  const leaving = ['DELETE', `/workspaces/${team.workspaceId}/people/${person?.id}`] as const;
  expect(await team.owner.client.refusal(...leaving)).toBe('LAST_OWNER');
});
