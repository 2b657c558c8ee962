import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { expectAccessible, inspectPage } from './support/inspect.ts';
import { newTeam, type SignedIn, type Team, theOperator } from './support/people.ts';
import { newTemplate } from './support/template-editor.ts';

const REQUEST_ID = 'req_of_this_test';
const FAILURE = {
  error: { code: 'INTERNAL_ERROR', message: 'Something went wrong.', requestId: REQUEST_ID, timestamp: '' },
};

const browser = useBrowser();
let team: Team;
let operator: SignedIn;
let templateId: string;
beforeAll(async () => {
  team = await newTeam();
  operator = await theOperator();
  templateId = await newTemplate(team, {});
});

/** Lets the Worker fail at what `pattern` matches, until the returned function is called. */
async function fail(page: Page, pattern: RegExp): Promise<() => Promise<void>> {
  await page.route(pattern, (route) => route.fulfill({ status: 500, json: FAILURE }));
  return () => page.unroute(pattern);
}

/** Each page, what it asks the Worker for, and what it says when that fails. */
const PAGES = [
  ['usage', /\/usage\?/, 'Could not load the usage'],
  ['templates', /\/templates$/, 'Could not load the templates'],
  ['templates/TEMPLATE', /\/templates\/[^/]+$/, 'Could not load the template'],
  ['files', /\/files$/, 'Could not load the files'],
  ['keys', /\/keys$/, 'Could not load the keys'],
  ['storage', /\/targets$/, 'Could not load the storage'],
  ['people', /\/people$/, 'Could not load the people'],
  ['audit', /\/audit$/, 'Could not load the audit trail'],
] as const;

test.each(PAGES)(
  'the page %s says in words what does not come, with the request id, and tries again',
  async (path, asks, words) => {
    const page = await browser.open('/account', { as: team.owner });
    await page.getByText('This browser').waitFor();
    const mend = await fail(page, new RegExp(`/console/workspaces/[^/]+${asks.source}`));
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/dashboard/w/${team.workspaceId}/${path.replace('TEMPLATE', templateId)}`);
    await saysAndMends(page, words, mend);
  },
);

async function saysAndMends(page: Page, words: string, mend: () => Promise<void>): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: words });
  await alert.getByText(REQUEST_ID).waitFor();
  await expectAccessible(page, words);
  await mend();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
}

test('a problem holds in both themes and on a phone', async () => {
  const page = await browser.open('/account', { as: team.owner });
  await page.getByText('This browser').waitFor();
  await fail(page, /\/keys$/);
  await page.getByRole('link', { name: 'API Keys' }).click();
  await page.getByRole('alert').waitFor();
  await inspectPage(page, 'problem');
});

test('the account says which part does not come, and shows the others', async () => {
  const page = await browser.open('/operator', { as: operator });
  for (const [asks, words] of [
    [/list-sessions/, 'Could not load your sessions'],
    [/list-user-passkeys/, 'Could not load your passkeys'],
  ] as const) {
    const mend = await fail(page, asks);
    await page.goto(page.url().replace(/\/dashboard\/.*/, '/dashboard/account'));
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    await saysAndMends(page, words, mend);
  }
});

test('the operator’s page says what does not come', async () => {
  const page = await browser.open('/account', { as: operator });
  const mend = await fail(page, /\/console\/operator\/workspaces/);
  await page.getByRole('link', { name: 'Operator' }).click();
  await saysAndMends(page, 'Could not load the workspaces', mend);
});

test('an invitation that cannot be read says so', async () => {
  const link = new URL(await team.owner.client.invite(team.workspaceId, 'member'));
  const page = await browser.open('/sign-in');
  const mend = await fail(page, /\/console\/invitations\//);
  await page.goto(`${new URL(page.url()).origin}${link.pathname}`);
  await saysAndMends(page, 'Could not load the invitation', mend);
});

test('the playground says that the templates do not come, and still prints HTML', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/playground`, { as: team.owner });
  const mend = await fail(page, /\/templates\?/);
  await page.getByText('A saved template', { exact: true }).click();
  await saysAndMends(page, 'Could not load the templates', mend);
});

test('a dashboard that cannot even learn who is signed in says so, and tries again', async () => {
  const page = await browser.open('/sign-in');
  const mend = await fail(page, /\/console\/session$/);
  await page.reload();
  await saysAndMends(page, 'Something went wrong', mend);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a workspace that cannot be read says so inside the frame', async () => {
  const page = await browser.open('/account', { as: team.owner });
  const mend = await fail(page, new RegExp(`/console/workspaces/${team.workspaceId}$`));
  await page.getByRole('link', { name: 'People' }).click();
  await saysAndMends(page, 'Something went wrong', mend);
  await page.getByRole('heading', { name: 'People', level: 1 }).waitFor();
});

test('a Worker that cannot be reached is told apart from one that refuses', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.owner });
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.context().setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click();
  await page.getByRole('alert').getByText('Platen could not be reached.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('dialog').getByRole('button', { name: 'Make link' }).click();
  await page.getByRole('dialog').getByLabel('link', { exact: true }).waitFor();
});

test('a sign-out that fails leaves the reader signed in, and says so with the request id', async () => {
  const page = await browser.open('/account', { as: team.owner });
  await fail(page, /\/sign-out$/);
  await page.getByRole('button', { name: 'Account of Ada Owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are still signed in').waitFor();
  await page.getByText(new RegExp(`Request ${REQUEST_ID}`)).waitFor();
  await expectAccessible(page, 'a notification');
  expect(await page.getByRole('heading', { name: 'Account', level: 1 }).count()).toBe(1);
});
