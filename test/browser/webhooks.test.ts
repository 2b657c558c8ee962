import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../packages/client/src/verify-webhook.ts';
import { createdWebhookAnswer, type CreatedWebhookBody, deliveryAnswer } from '../../schema/api/webhooks.ts';
import { MAX_WEBHOOKS } from '../../schema/webhooks.ts';
import { type Received, Receiver } from '../support/receiver.ts';
import { chooseAction, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

let team: Team;
let receiver: Receiver;
/** The webhook whose page the tests open. */
let used: CreatedWebhookBody;

beforeAll(async () => {
  [team, receiver] = await Promise.all([createTeam(), Receiver.start()]);
});

afterAll(() => receiver.stop());

const open = async (): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/webhooks`, { as: team.admin });
  await waitForPage(page, 'Webhooks');
  return page;
};

async function addWebhook(path: string): Promise<CreatedWebhookBody> {
  const body = { url: `${receiver.url}/${path}`, events: ['file.deleted', 'job.failed'] };
  const route = `/workspaces/${team.workspaceId}/webhooks`;
  return (await team.owner.client.expect(createdWebhookAnswer, 'POST', route, body)).data;
}

const openOne = async ({ id, url }: CreatedWebhookBody, as: SignedIn = team.admin): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/webhooks/${id}`, { as });
  await waitForPage(page, new URL(url).host);
  return page;
};

const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

const readPageState = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [document.documentElement.outerHTML, JSON.stringify(localStorage), JSON.stringify(sessionStorage)].join(),
  );

const lastRequest = (): Received => receiver.received.at(-1) ?? { path: '', headers: {}, body: '' };

describe('the webhooks page', () => {
  test('creates a webhook whose secret is shown once and verifies its requests', LONG, async () => {
    const page = await open();
    await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
    await page.getByRole('button', { name: 'Create webhook' }).click();
    const dialog = page.getByRole('dialog');
    for (const usual of ['job.succeeded', 'job.failed', 'batch.completed']) {
      await dialog.getByLabel(usual).uncheck();
    }
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByText('Enter an address, such as').waitFor();
    await dialog.getByText('Choose at least one event').waitFor();
    await inspectPage(page, 'webhooks-errors');
    await dialog.getByLabel('Address').fill('ftp://shop.example.com/events');
    await dialog.getByLabel('file.deleted').check();
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await expect.poll(() => dialog.getByLabel('Address').getAttribute('aria-invalid')).toBe('true');
    await inspectPage(page, 'webhooks-create');
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();

    const secret = await dialog.getByLabel('secret', { exact: true }).innerText();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]+=*$/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await readPageState(page)).not.toContain(secret);

    await chooseAction(page, receiver.url, 'Send test event');
    await rowWith(page, receiver.url).getByText('Succeeded').waitFor();
    expect(await verifyWebhook({ ...lastRequest(), secret })).toMatchObject({ type: 'webhook.test' });
    await inspectPage(page, 'webhooks');
  });

  variation('changes, disables, enables and deletes a webhook', async () => {
    const { url } = await addWebhook('old');
    const page = await open();
    await chooseAction(page, url, 'Edit');
    const dialog = page.getByRole('dialog', { name: 'Edit webhook' });
    await dialog.getByLabel('job.failed').uncheck();
    const changed = `${receiver.url}/new`;
    await dialog.getByLabel('Address').fill(changed);
    await dialog.getByRole('button', { name: 'Save' }).click();
    const row = rowWith(page, changed);
    await row.waitFor();
    await expect.poll(() => row.getByText('job.failed').count()).toBe(0);

    await chooseAction(page, changed, 'Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click();
    await row.getByText('Disabled').waitFor();
    await chooseAction(page, changed, 'Enable');
    await row.getByText('Enabled').waitFor();
    await chooseAction(page, changed, 'Delete');
    await page.getByRole('dialog').getByText('This cannot be undone').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete webhook' }).click();
    await row.waitFor({ state: 'detached' });
  });
});

describe('the page of a webhook', () => {
  beforeAll(async () => {
    used = await addWebhook('used');
  });

  variation('lists deliveries with their attempts, and sends one again', async () => {
    // The second attempt comes after five seconds, and the third after five minutes.
    receiver.answerNext(503, 503);
    const page = await openOne(used);
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('button', { name: 'Send test event' }).click();
    const row = rowWith(page, 'webhook.test');
    await row.getByText('Pending').waitFor();
    await row.getByRole('cell', { name: '2', exact: true }).waitFor();
    await row.getByText('503', { exact: true }).waitFor();
    await row.getByText('The answer was not 2xx').waitFor();
    await inspectPage(page, 'webhook');

    await row.getByRole('button', { name: 'webhook.test' }).click();
    const drawer = page.getByRole('dialog', { name: 'webhook.test' });
    await expect.poll(() => drawer.getByRole('row').filter({ hasText: '503' }).count()).toBe(2);
    await inspectPage(page, 'webhook-delivery');
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await drawer.getByText('Succeeded').waitFor();
    // A delivery that takes 204 ms has the text too.
    await drawer.getByText('204', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByLabel('State of the deliveries').selectOption('Failed');
    await page.getByText('No deliveries in this state').waitFor();
  });

  variation('replaces the secret and says until when there are two signatures', async () => {
    const page = await openOne(used);
    await chooseAction(page, used.url, 'Rotate secret');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const secret = await dialog.getByLabel('secret', { exact: true }).innerText();
    await dialog.getByText(/^Until .+, each request has two signatures/).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/^Two, with the new and the previous secret, until/).waitFor();
    const received = receiver.received.length;
    await page.getByRole('button', { name: 'Send test event' }).click();
    await expect.poll(() => receiver.received.length).toBe(received + 1);
    expect(lastRequest().headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const valid of [secret, used.secret]) await verifyWebhook({ ...lastRequest(), secret: valid });
    expect(await readPageState(page)).not.toContain(secret);
  });

  test('is read-only for members', async () => {
    const path = `/workspaces/${team.workspaceId}/webhooks/${used.id}`;
    await team.admin.client.expect(deliveryAnswer, 'POST', `${path}/test`);
    const page = await openOne(used, team.member);
    await rowWith(page, 'webhook.test').first().waitFor();
    expect(await page.getByRole('button', { name: /Send|Actions/ }).count()).toBe(0);
    for (const change of ['rotate-secret', 'test']) {
      expect(await team.member.client.refusal('POST', `${path}/${change}`)).toBe('INSUFFICIENT_ROLE');
    }
  });

  variation('of a webhook that does not exist says so', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/webhooks/wh_none`, { as: team.member });
    await page.getByRole('heading', { name: 'Webhook not found' }).waitFor();
    await page.getByRole('link', { name: 'All webhooks' }).click();
    await waitForPage(page, 'Webhooks');
  });
});

variation('the webhooks page has room for a limited number', async () => {
  for (let number = 3; number <= MAX_WEBHOOKS; number += 1) await addWebhook(String(number));
  const page = await open();
  await page.getByText(`${MAX_WEBHOOKS} of ${MAX_WEBHOOKS} webhooks.`).waitFor();
  expect(await page.getByRole('button', { name: 'Create webhook' }).isDisabled()).toBe(true);
});
