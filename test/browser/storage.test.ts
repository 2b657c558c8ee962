import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import '../support/stores/access.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newTeam, type SignedIn, type Team } from './support/people.ts';

const browser = useBrowser();
const s3 = inject('s3');

let team: Team;
beforeEach(async () => {
  team = await newTeam();
});

const open = async (as: SignedIn = team.admin): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/storage`, { as });
  await page.getByRole('heading', { level: 1, name: 'Storage' }).waitFor();
  return page;
};

const target = (name: string) => ({ provider: 's3', name, bucket: 'pdfs', region: 'auto', ...s3 });

const addThroughRoutes = async (...names: string[]): Promise<void> => {
  for (const name of names) {
    await team.owner.client.send('POST', `/workspaces/${team.workspaceId}/targets`, target(name));
  }
};

async function fillIn(page: Page, secretAccessKey: string): Promise<void> {
  await page.getByRole('button', { name: 'Add storage' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add storage' });
  await dialog.getByLabel('Name').fill('archive');
  await dialog.getByLabel('Service').selectOption('MinIO');
  await dialog.getByLabel('Endpoint').fill(s3.endpoint);
  await dialog.getByLabel('Region').fill('auto');
  await dialog.getByLabel('Bucket').fill('pdfs');
  await dialog.getByLabel('Access key id').fill(s3.accessKeyId);
  await dialog.getByLabel('Secret access key').fill(secretAccessKey);
}

const names = (page: Page): Promise<string[]> =>
  page.getByRole('article').getByRole('heading').allTextContents();

describe('the storage page', () => {
  test('adds a store that works, and never shows its secret again', async () => {
    const page = await open();
    await page.getByText('No storage of your own yet').waitFor();
    await fillIn(page, s3.secretAccessKey);
    await page.getByLabel('Key prefix').fill('acme/pdfs');
    await page.getByText(/acme\/pdfs\/\d{4}\/\d{2}\/file_\w+-Rechnung-Marz\.pdf/).waitFor();
    await page.getByRole('button', { name: 'Try out and save' }).click();

    const card = page.getByRole('article', { name: 'archive' });
    await card.waitFor();
    await card.getByText(s3.endpoint).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect((await page.content()).includes(s3.secretAccessKey)).toBe(false);
    const { body } = await team.owner.client.send('GET', `/workspaces/${team.workspaceId}/targets`);
    expect(JSON.stringify(body)).toContain('archive');
    expect(JSON.stringify(body)).not.toContain(s3.secretAccessKey);
  });

  test('tells in the store’s own words why one was not saved, and keeps what was typed', async () => {
    const page = await open();
    await fillIn(page, 'another secret');
    await page.getByRole('button', { name: 'Try out and save' }).click();
    const problem = page.getByRole('alert');
    await problem.getByText('The storage was not saved').waitFor();
    expect(await problem.textContent()).toMatch(/failed at "put": .*Signature/i);
    expect(await problem.textContent()).toMatch(/Request req_/);
    expect(await page.getByLabel('Endpoint').inputValue()).toBe(s3.endpoint);
  });

  test('says at the field what is wrong with a key pattern', async () => {
    const page = await open();
    await fillIn(page, s3.secretAccessKey);
    await page.getByLabel('Key pattern').fill('{yyyy}/{filename}.pdf');
    await page.getByText('must contain {fileId}').waitFor();
  });

  test('tests a store on demand', async () => {
    await addThroughRoutes('archive');
    const page = await open();
    await page.getByRole('button', { name: 'Test connection' }).click();
    await page.getByText('Works: a test object was put, read and deleted').waitFor();
  });

  test('puts stores in another order with the keyboard alone, for good', async () => {
    await addThroughRoutes('first', 'second', 'third');
    const page = await open();
    await page.getByRole('article', { name: 'third' }).waitFor();
    await page.getByRole('button', { name: 'Move third up' }).press('Enter');
    await page.getByText('third is now number 2 of 3.').waitFor();
    await page.getByRole('button', { name: 'Move third up' }).press('Enter');
    await page.getByText('third is now number 1 of 3.').waitFor();
    await expect.poll(() => names(page)).toEqual(['third', 'first', 'second']);
    await page.waitForLoadState('networkidle');
    await page.reload();
    await page.getByRole('article', { name: 'third' }).waitFor();
    await expect.poll(() => names(page)).toEqual(['third', 'first', 'second']);
  });

  test('removes a store after a confirmation that says what stays', async () => {
    await addThroughRoutes('archive');
    const page = await open();
    await page.getByRole('button', { name: 'Remove archive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove storage' });
    await dialog.getByText('What was copied stays where it is').waitFor();
    await dialog.getByRole('button', { name: 'Remove storage' }).click();
    await page.getByText('No storage of your own yet').waitFor();
  });

  test('lets members look and nothing else', async () => {
    await addThroughRoutes('archive');
    const page = await open(team.member);
    await page.getByRole('article', { name: 'archive' }).waitFor();
    expect(await page.getByRole('main').getByRole('button').count()).toBe(0);
    const path = `/workspaces/${team.workspaceId}/targets`;
    expect(await team.member.client.refusal('POST', path, target('mine'))).toBe('INSUFFICIENT_ROLE');
    expect(await team.member.client.refusal('PUT', `${path}/order`, { ids: [] })).toBe('INSUFFICIENT_ROLE');
  });

  test('is accessible in both themes and on a phone', async () => {
    const page = await open();
    await page.getByText('No storage of your own yet').waitFor();
    await inspectPage(page, 'storage-empty');
    await addThroughRoutes('archive', 'backup');
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
