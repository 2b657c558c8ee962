import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { chooseAction, fillNewAccount, signIn, toDashboardPath, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createOwner, createTeam, newcomer, type SignedIn, type Team } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

const openPeople = async (as: SignedIn): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/people`, { as });
  await page.getByRole('row', { name: /Chris Member/ }).waitFor();
  return page;
};

/** Creates an invitation on the page and returns its link. */
async function invite(page: Page, role: string): Promise<string> {
  await page.getByRole('button', { name: 'Invite' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: role }).check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  return dialog.getByLabel('link', { exact: true }).innerText();
}

describe('invitations', () => {
  test('the link is shown once, and a new user joins with its role', LONG, async () => {
    const page = await openPeople(team.owner);
    const link = await invite(page, 'Member');
    await inspectPage(page, 'people-invited');
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor();
    expect(await page.content()).not.toContain(link);

    const guest = await browser.open(toDashboardPath(link));
    await guest.getByRole('heading', { name: 'Join Harbour Press' }).waitFor();
    await guest
      .getByText('Ada Owner invited you as a member. Members can see everything and change templates.')
      .waitFor();
    await inspectPage(guest, 'invitation-newcomer');
    await fillNewAccount(guest, newcomer('Nora Newcomer'));
    await guest.getByRole('button', { name: 'Create account and join' }).click();
    await waitForPage(guest, 'Usage');

    await page.reload();
    await page.getByRole('row', { name: /Nora Newcomer.*Member/s }).waitFor();
    await expect.poll(() => page.getByRole('heading', { name: 'Open invitations' }).count()).toBe(0);

    const second = await browser.open(toDashboardPath(link));
    await second.getByRole('heading', { name: 'This invitation link is not valid' }).waitFor();
    await inspectPage(second, 'invitation-gone');
  });

  variation('a signed-in user joins with one click and switches between the workspaces', async () => {
    const other = await createTeam({ name: 'Second Press' });
    const link = await team.admin.client.invite(team.workspaceId, 'member');
    const page = await browser.open(toDashboardPath(link), { as: other.owner });
    await inspectPage(page, 'invitation-signed-in');
    await page.getByRole('button', { name: 'Join as Ada Owner' }).click();
    await page.getByRole('button', { name: 'Workspace: Harbour Press' }).waitFor();

    await page.getByRole('link', { name: 'Settings' }).click();
    await waitForPage(page, 'Settings');
    await page.getByRole('button', { name: 'Workspace: Harbour Press' }).click();
    await page.getByRole('menuitemradio', { name: /Second Press/ }).click();
    await page.getByRole('button', { name: 'Workspace: Second Press' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/dashboard/w/${other.workspaceId}/settings`);
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Second Press');
  });

  variation('a guest with an account signs in and returns to the invitation', async () => {
    const guest = await createOwner('Second Press');
    const link = await team.admin.client.invite(team.workspaceId, 'member');
    const page = await browser.open(toDashboardPath(link));
    await page.getByRole('link', { name: 'Sign in first' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await signIn(page, guest);
    await page.getByRole('button', { name: 'Join as Ada Owner' }).waitFor();
  });

  variation('a revoked link stops working', async () => {
    const link = await team.owner.client.invite(team.workspaceId, 'admin');
    const page = await openPeople(team.admin);
    await page.getByRole('button', { name: 'Revoke', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke invitation' }).click();
    await page.getByRole('heading', { name: 'Open invitations' }).waitFor({ state: 'detached' });

    const guest = await browser.open(toDashboardPath(link));
    await guest.getByRole('heading', { name: 'This invitation link is not valid' }).waitFor();
  });
});

test('a changed role applies to the next request', LONG, async () => {
  const page = await openPeople(team.owner);
  await inspectPage(page, 'people');
  await chooseAction(page, 'Chris Member', 'Change role');
  const dialog = page.getByRole('dialog');
  await inspectPage(page, 'people-role');
  await dialog.getByRole('radio', { name: 'Admin' }).check();
  await dialog.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('row', { name: /Chris Member.*Admin/s }).waitFor();
  const renaming = ['PATCH', `/workspaces/${team.workspaceId}`, { name: 'Renamed' }] as const;
  expect(await team.member.client.refusal(...renaming)).toBeNull();
});

variation('a removed person loses access to the workspace', async () => {
  team = await createTeam();
  const theirs = await browser.open(`/w/${team.workspaceId}/people`, { as: team.member });
  const page = await openPeople(team.admin);
  await chooseAction(page, 'Chris Member', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: /Chris Member/ }).waitFor({ state: 'detached' });

  await theirs.reload();
  await theirs.getByRole('heading', { name: 'Workspace not found' }).waitFor();
  await inspectPage(theirs, 'workspace-gone');
  await theirs.goto(`${inject('dashboardUrl')}/dashboard/`);
  await theirs.getByRole('heading', { name: 'You are not a member of a workspace' }).waitFor();
  await inspectPage(theirs, 'no-workspace');
});

variation('a member can leave, but not change or remove people', async () => {
  team = await createTeam();
  const page = await openPeople(team.member);
  await expect.poll(() => page.getByRole('button', { name: 'Invite' }).count()).toBe(0);
  await expect.poll(() => page.getByRole('button', { name: /Actions for (Ada|Bela)/ }).count()).toBe(0);
  const { client } = team.member;
  const base = `/workspaces/${team.workspaceId}`;
  expect(await client.refusal('POST', `${base}/invitations`, { role: 'member' })).toBe('INSUFFICIENT_ROLE');
  const { person } = await team.admin.client.session();
  expect(await client.refusal('DELETE', `${base}/people/${person?.id}`)).toBe('INSUFFICIENT_ROLE');

  await chooseAction(page, 'Chris Member', 'Leave workspace');
  await page.getByRole('dialog').getByRole('button', { name: 'Leave workspace' }).click();
  await page.getByRole('heading', { name: 'You are not a member of a workspace' }).waitFor();
});

variation('an admin can change everyone except owners', async () => {
  const page = await openPeople(team.admin);
  await expect.poll(() => page.getByRole('button', { name: 'Actions for Ada Owner' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.getByRole('radio', { name: 'Admin' }).waitFor();
  await expect.poll(() => page.getByRole('radio', { name: 'Owner' }).count()).toBe(0);

  const { client } = team.admin;
  const { person: owner } = await team.owner.client.session();
  const base = `/workspaces/${team.workspaceId}`;
  expect(await client.refusal('POST', `${base}/invitations`, { role: 'owner' })).toBe('INSUFFICIENT_ROLE');
  const demotion = ['PATCH', `${base}/people/${owner?.id}`, { role: 'member' }] as const;
  expect(await client.refusal(...demotion)).toBe('INSUFFICIENT_ROLE');
});

variation('the only owner cannot leave or change roles, and sees why', async () => {
  const page = await openPeople(team.owner);
  await page.getByRole('button', { name: 'Actions for Ada Owner' }).click();
  await page.getByText('A workspace needs at least one owner').waitFor();
  await expect.poll(() => page.getByRole('menuitem', { name: 'Leave workspace' }).isDisabled()).toBe(true);
  const { person } = await team.owner.client.session();
  const leaving = ['DELETE', `/workspaces/${team.workspaceId}/people/${person?.id}`] as const;
  expect(await team.owner.client.refusal(...leaving)).toBe('LAST_OWNER');
});
