import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { toDashboardPath, waitForPage } from './support/actions.ts';
import { useBrowser, visit } from './support/browser.ts';
import { expectAccessible, inspectPage } from './support/inspect.ts';
import { FAILED_REQUEST_ID, failRequests } from './support/network.ts';
import { createTeam, type SignedIn, type Team, signInOperator } from './support/people.ts';
import { createDraft } from './support/template-editor.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
let operator: SignedIn;
let templateId: string;
beforeAll(async () => {
  team = await createTeam();
  operator = await signInOperator();
  templateId = await createDraft(team, {});
});

/** Path, the request that fails, and the error message. */
const PAGES = [
  ['usage', /\/usage\?/, 'Could not load the usage data'],
  ['templates', /\/templates$/, 'Could not load the templates'],
  ['templates/TEMPLATE', /\/templates\/[^/]+$/, 'Could not load the template'],
  ['files', /\/files$/, 'Could not load the files'],
  ['jobs', /\/jobs$/, 'Could not load the jobs'],
  ['keys', /\/keys$/, 'Could not load the keys'],
  ['storage', /\/targets$/, 'Could not load the storage'],
  ['people', /\/people$/, 'Could not load the people'],
  ['audit', /\/audit$/, 'Could not load the changes'],
] as const;

test.each(typical(PAGES, 1))(
  'the page %s shows what could not be loaded, with the request id, and can retry',
  LONG,
  async (path, request, message) => {
    const page = await browser.newTab({ as: team.owner });
    const recover = await failRequests(page, new RegExp(`/console/workspaces/[^/]+${request.source}`));
    await visit(page, `/w/${team.workspaceId}/${path.replace('TEMPLATE', templateId)}`);
    await expectErrorAndRetry(page, message, recover);
  },
);

async function expectErrorAndRetry(page: Page, message: string, recover: () => Promise<void>): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: message });
  await alert.getByText(FAILED_REQUEST_ID).waitFor();
  await expectAccessible(page, message);
  await recover();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await alert.waitFor({ state: 'detached' });
}

variation('an error is accessible', async () => {
  const page = await browser.open('/account', { as: team.owner });
  await page.getByText('This browser').waitFor();
  await failRequests(page, /\/keys$/);
  await page.getByRole('link', { name: 'API Keys' }).click();
  await page.getByRole('alert').waitFor();
  await inspectPage(page, 'problem');
});

variation('the account page shows which part could not be loaded, and the other parts', async () => {
  const page = await browser.newTab({ as: operator });
  for (const [request, message] of [
    [/list-sessions/, 'Could not load your sessions'],
    [/list-user-passkeys/, 'Could not load your passkeys'],
  ] as const) {
    const recover = await failRequests(page, request);
    await visit(page, '/account');
    await page.getByRole('button', { name: 'Change password' }).waitFor();
    await expectErrorAndRetry(page, message, recover);
  }
});

variation('the operator page shows what could not be loaded', async () => {
  const page = await browser.open('/account', { as: operator });
  const recover = await failRequests(page, /\/console\/operator\/workspaces/);
  await page.getByRole('link', { name: 'Operator' }).click();
  await expectErrorAndRetry(page, 'Could not load the workspaces', recover);
});

variation('the invitation page shows that it could not be loaded', async () => {
  const link = await team.owner.client.invite(team.workspaceId, 'member');
  const page = await browser.newTab();
  const recover = await failRequests(page, /\/console\/invitations\//);
  await visit(page, toDashboardPath(link));
  await expectErrorAndRetry(page, 'Could not load the invitation', recover);
});

variation('the playground shows that the templates could not be loaded', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/playground`, { as: team.owner });
  const recover = await failRequests(page, /\/templates\?/);
  await page.getByText('Saved template', { exact: true }).click();
  await expectErrorAndRetry(page, 'Could not load the templates', recover);
});

variation('an error while loading the session can be retried', async () => {
  const page = await browser.newTab();
  const recover = await failRequests(page, /\/console\/session$/);
  await visit(page, '/sign-in');
  await expectErrorAndRetry(page, 'Something went wrong', recover);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

variation('an error while loading a workspace is shown inside the layout', async () => {
  const page = await browser.open('/account', { as: team.owner });
  const recover = await failRequests(page, new RegExp(`/console/workspaces/${team.workspaceId}$`));
  await page.getByRole('link', { name: 'People' }).click();
  await expectErrorAndRetry(page, 'Something went wrong', recover);
  await waitForPage(page, 'People');
});

variation('a network failure has its own message', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.owner });
  await page.getByRole('button', { name: 'Invite' }).click();
  await page.context().setOffline(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('alert').getByText('Platen could not be reached.').waitFor();
  await page.context().setOffline(false);
  await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('dialog').getByLabel('link', { exact: true }).waitFor();
});

variation('a failed sign-out shows an error with the request id', async () => {
  const page = await browser.open('/account', { as: team.owner });
  await failRequests(page, /\/sign-out$/);
  await page.getByRole('button', { name: 'Account: Ada Owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You could not sign out').waitFor();
  await page.getByText(new RegExp(`Request ${FAILED_REQUEST_ID}`)).waitFor();
  await expectAccessible(page, 'a notification');
  await expect.poll(() => page.getByRole('heading', { name: 'Account', level: 1 }).count()).toBe(1);
});
