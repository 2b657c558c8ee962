import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { fillNewAccount, revokeKey, startKey, submitKey } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { newcomer } from './support/people.ts';
import { response, send } from './support/playground.ts';
import { type FreshService, startFreshService } from './support/service-setup.ts';
import { openTab, previewIsCurrent, previewSays, write } from './support/template-editor.ts';

const browser = useBrowser();
let service: FreshService;
beforeAll(async () => {
  service = await startFreshService();
});
afterAll(() => service.stop());

/** Text of the starter, and its replacement. */
const ORIGINAL = 'Please pay to';
const CHANGED = 'Kindly pay to';
const NUMBER = 'N-1001';

const goTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

async function setUp(page: Page): Promise<void> {
  await fillNewAccount(page, newcomer('Nora Newcomer'));
  await page.getByRole('textbox', { name: 'Workspace' }).fill('Nora’s press');
  await page.getByRole('button', { name: 'Create account and workspace' }).click();
  await page.getByRole('region', { name: 'Get started' }).waitFor();
}

/** Returns the key. */
async function createKeyOnPage(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create a key' }).click();
  const dialog = await startKey(page, 'first key');
  await submitKey(dialog);
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Done' }).click();
  return key;
}

/** Changes the invoice starter and publishes it. */
async function makeTemplate(page: Page): Promise<void> {
  const starter = (file: string) => readFile(inProject('dashboard/starters/invoice', file), 'utf8');
  await goTo(page, 'Usage');
  await page.getByRole('link', { name: 'Choose a starter' }).click();
  await page.getByRole('radio', { name: /^Invoice:/ }).click();
  await page.getByRole('button', { name: 'Create template' }).click();
  await previewSays(page, ORIGINAL);

  const html = await starter('document.hbs');
  await write(page, 'HTML of the document', html.replace(ORIGINAL, CHANGED));
  await previewSays(page, CHANGED);
  const data = JSON.parse(await starter('data.json'));
  await openTab(page, 'Data');
  await write(page, 'Sample data', JSON.stringify({ ...data, invoice: { ...data.invoice, number: NUMBER } }));
  await previewSays(page, NUMBER);
  await previewIsCurrent(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 published', { exact: true }).waitFor();
}

test('a new user gets from the first visit to a call with a revoked key', async () => {
  const page = await browser.open('/', { url: service.url, width: 1440, height: 900 });
  await setUp(page);
  const key = await createKeyOnPage(page);
  await makeTemplate(page);

  await goTo(page, 'Playground');
  await page.getByLabel('API key').fill(key);
  await page.getByText('Saved template', { exact: true }).click();
  await page.getByLabel('Template', { exact: true }).selectOption('Invoice');
  await page.getByRole('button', { name: 'Use sample data' }).click();
  await page.getByRole('textbox', { name: 'Data (JSON)' }).getByText(NUMBER).waitFor();
  await page.getByLabel('Filename', { exact: true }).fill(`invoice ${NUMBER}`);
  await send(page);
  await response(page).getByText('200 OK').waitFor();
  await previewSays(page, CHANGED);
  await previewSays(page, NUMBER);

  await goTo(page, 'Files');
  await page.getByRole('button', { name: `invoice ${NUMBER}.pdf` }).click();
  await previewSays(page, CHANGED);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await goTo(page, 'Usage');
  await page.getByRole('heading', { name: 'Files per day' }).waitFor();
  await expect.poll(() => page.getByRole('region', { name: 'Get started' }).count()).toBe(0);

  await goTo(page, 'API Keys');
  await revokeKey(page, 'first key');
  await page.getByText('Revoked', { exact: true }).waitFor();

  await goTo(page, 'Playground');
  await page.getByLabel('API key').fill(key);
  await send(page);
  await response(page).getByText('401 API_KEY_REVOKED').waitFor();
});
