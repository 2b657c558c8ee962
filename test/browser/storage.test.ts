import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { targetsAnswer } from '../../schema/console/targets.ts';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { holdRequests } from './support/network.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { addTarget, s3Target } from './support/storage.ts';
import { variation } from '../support/thorough.ts';

const browser = useBrowser();
const s3 = inject('s3');

let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

const open = async (as: SignedIn = team.admin): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/storage`, { as });
  await waitForPage(page, 'Storage');
  return page;
};

const addTargets = async (...names: string[]): Promise<void> => {
  for (const name of names) await addTarget(team, name);
};

async function fillIn(page: Page, secretAccessKey: string): Promise<void> {
  await page.getByRole('button', { name: 'Add storage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add storage' });
  await dialog.getByLabel('Name').fill('archive');
  await dialog.getByLabel('Service').selectOption('MinIO');
  await dialog.getByLabel('Endpoint').fill(s3.endpoint);
  await dialog.getByLabel('Region').fill('auto');
  await dialog.getByLabel('Bucket').fill('pdfs');
  await dialog.getByLabel('Access key ID').fill(s3.accessKeyId);
  await dialog.getByLabel('Secret access key').fill(secretAccessKey);
}

const names = (page: Page): Promise<string[]> =>
  page.getByRole('article').getByRole('heading').allTextContents();

/** In the order of the service. */
async function savedNames(): Promise<string[]> {
  const { body } = await team.owner.client.send('GET', `/workspaces/${team.workspaceId}/targets`);
  return targetsAnswer.parse(body).data.targets.map(({ name }) => name);
}

/** Returns a function that lists the orders that the page has shown since, without repeated ones. */
async function recordOrders(page: Page): Promise<() => Promise<string[]>> {
  const list = page.getByRole('list').filter({ has: page.getByRole('article') });
  const orders = await list.evaluateHandle((element) => {
    const seen: string[] = [];
    new MutationObserver(() => {
      const order = [...element.querySelectorAll('h2')].map((heading) => heading.textContent).join();
      if (order !== seen.at(-1)) seen.push(order);
    }).observe(element, { childList: true, subtree: true });
    return seen;
  });
  return () => orders.jsonValue();
}

describe('the storage page', () => {
  test('adds a store and never shows its secret again', async () => {
    const page = await open();
    await page.getByText('No external storage yet').waitFor();
    await fillIn(page, s3.secretAccessKey);
    await page.getByLabel('Key prefix').fill('acme/pdfs');
    await page.getByText(/acme\/pdfs\/\d{4}\/\d{2}\/file_\w+-Rechnung-Marz\.pdf/).waitFor();
    await page.getByRole('button', { name: 'Test and save' }).click();

    const card = page.getByRole('article', { name: 'archive' });
    await card.waitFor();
    await card.getByText(s3.endpoint).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await page.content()).includes(s3.secretAccessKey)).toBe(false);
    const { body } = await team.owner.client.send('GET', `/workspaces/${team.workspaceId}/targets`);
    expect(JSON.stringify(body)).toContain('archive');
    expect(JSON.stringify(body)).not.toContain(s3.secretAccessKey);
  });

  variation('shows the error of the store if it was not added, and keeps the form', async () => {
    const page = await open();
    await fillIn(page, 'another secret');
    await page.getByRole('button', { name: 'Test and save' }).click();
    const problem = page.getByRole('alert');
    await problem.getByText('The storage was not added').waitFor();
    await expect.poll(() => problem.textContent()).toMatch(/failed at "put": .*Signature/i);
    await expect.poll(() => problem.textContent()).toMatch(/Request req_/);
    await expect.poll(() => page.getByLabel('Endpoint').inputValue()).toBe(s3.endpoint);
  });

  variation('shows an invalid key pattern at its field', async () => {
    const page = await open();
    await fillIn(page, s3.secretAccessKey);
    await page.getByLabel('Key pattern').fill('{yyyy}/{filename}.pdf');
    await page.getByText('must contain {fileId}').waitFor();
  });

  variation('tests a store on demand', async () => {
    await addTargets('archive');
    const page = await open();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Works: a test object was written, read and deleted').waitFor();
  });

  variation('saves a new order that was made by keyboard', async () => {
    await addTargets('first', 'second', 'third');
    const page = await open();
    await page.getByRole('article', { name: 'third' }).waitFor();
    await page.getByRole('button', { name: 'Move third up' }).press('Enter');
    await page.getByText('third is now number 2 of 3.').waitFor();
    await page.getByRole('button', { name: 'Move third up' }).press('Enter');
    await page.getByText('third is now number 1 of 3.').waitFor();
    expect(await names(page)).toEqual(['third', 'first', 'second']);
    await expect.poll(savedNames).toEqual(['third', 'first', 'second']);
    await page.reload();
    await page.getByRole('article', { name: 'third' }).waitFor();
    expect(await names(page)).toEqual(['third', 'first', 'second']);
  });

  variation(
    'shows no older order if a move comes while the list is loaded after the one before',
    async () => {
      await addTargets('first', 'second', 'third');
      const page = await open();
      const up = page.getByRole('button', { name: 'Move third up' });
      await up.waitFor();
      const shown = await recordOrders(page);
      const loaded = page.waitForResponse(/\/targets$/);
      const loading = page.waitForRequest(/\/targets$/);
      const releaseList = await holdRequests(page, /\/targets$/);
      await up.press('Enter');
      await loading;
      const releaseOrder = await holdRequests(page, /\/targets\/order$/);
      await up.press('Enter');
      releaseList();
      await loaded;
      releaseOrder();
      await expect.poll(savedNames).toEqual(['third', 'first', 'second']);
      expect(await shown()).toEqual(['first,third,second', 'third,first,second']);
    },
  );

  test('removes a store after a confirmation', async () => {
    await addTargets('archive');
    const page = await open();
    await page.getByRole('button', { name: 'Remove archive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove storage' });
    await dialog.getByText('Files that were already copied stay in your storage.').waitFor();
    await dialog.getByRole('button', { name: 'Remove storage' }).click();
    await page.getByText('No external storage yet').waitFor();
  });

  variation('is read-only for members', async () => {
    await addTargets('archive');
    const page = await open(team.member);
    await page.getByRole('article', { name: 'archive' }).waitFor();
    await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0);
    const path = `/workspaces/${team.workspaceId}/targets`;
    expect(await team.member.client.refusal('POST', path, s3Target('mine'))).toBe('INSUFFICIENT_ROLE');
    expect(await team.member.client.refusal('PUT', `${path}/order`, { ids: [] })).toBe('INSUFFICIENT_ROLE');
  });

  variation('is accessible', async () => {
    const page = await open();
    await page.getByText('No external storage yet').waitFor();
    await inspectPage(page, 'storage-empty');
    await addTargets('archive', 'backup');
    await page.reload();
    await page.getByRole('article', { name: 'backup' }).waitFor();
    await page.getByRole('button', { name: 'Test connection' }).first().click();
    await page.getByText('Works: a test object').waitFor();
    await inspectPage(page, 'storage');
    await page.getByRole('button', { name: 'Add storage' }).click();
    await page.getByRole('dialog').waitFor();
    await inspectPage(page, 'storage-add');
    await page.getByText('Supabase', { exact: true }).click();
    await inspectPage(page, 'storage-add-supabase');
  });
});
