import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { useBrowser } from './support/browser.ts';
import { newcomer } from './support/people.ts';
import { type FreshService, startFreshService } from './support/service-setup.ts';
import { openTab, previewIsCurrent, previewSays, write } from './support/template-editor.ts';

const browser = useBrowser();
let service: FreshService;
beforeAll(async () => {
  service = await startFreshService();
});
afterAll(() => service.stop());

/** The starter's own words, which the newcomer changes. */
const THEIRS = 'Please pay to';
const OURS = 'Kindly pay to';
const NUMBER = 'N-1001';

const goTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

async function setUp(page: Page): Promise<void> {
  const { email, password } = newcomer('Nora Newcomer');
  await page.getByLabel('Your name').fill('Nora Newcomer');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await page.getByRole('textbox', { name: 'Workspace' }).fill('Nora’s press');
  await page.getByRole('button', { name: 'Create owner and workspace' }).click();
  await page.getByRole('region', { name: 'Get started' }).waitFor();
}

/** @returns the key's value, from the clipboard */
async function createKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create a key' }).click();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('first key');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'Copy key' }).click();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await dialog.getByRole('button', { name: 'Done' }).click();
  return key;
}

/** Takes the invoice, makes it one's own while the PDF follows, and publishes it. */
async function makeTemplate(page: Page): Promise<void> {
  const starter = (file: string) => readFile(inProject('dashboard/starters/invoice', file), 'utf8');
  await goTo(page, 'Usage');
  await page.getByRole('link', { name: 'Choose a starter' }).click();
  await page.getByRole('radio', { name: /^Invoice:/ }).click();
  await page.getByRole('button', { name: 'Create template' }).click();
  await previewSays(page, THEIRS);

  const html = await starter('document.hbs');
  await write(page, 'HTML of the document', html.replace(THEIRS, OURS));
  await previewSays(page, OURS);
  const data = JSON.parse(await starter('data.json'));
  await openTab(page, 'Data');
  await write(page, 'Sample data', JSON.stringify({ ...data, invoice: { ...data.invoice, number: NUMBER } }));
  await previewSays(page, NUMBER);
  await previewIsCurrent(page);
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 2 published', { exact: true }).waitFor();
}

test('a newcomer comes from the first visit to a refused call of a revoked key', async () => {
  const page = await browser.open('/', { url: service.url, width: 1440, height: 900 });
  await setUp(page);
  const key = await createKey(page);
  await makeTemplate(page);

  await goTo(page, 'Playground');
  await page.getByLabel('API key').fill(key);
  await page.getByText('A saved template', { exact: true }).click();
  await page.getByLabel('Template', { exact: true }).selectOption('Invoice');
  await page.getByRole('button', { name: 'Fill in its sample data' }).click();
  await page.getByRole('textbox', { name: 'Data (JSON)' }).getByText(NUMBER).waitFor();
  await page.getByLabel('Filename').fill(`invoice ${NUMBER}`);
  await page.getByRole('button', { name: 'Send request' }).click();
  const answer = page.getByRole('region', { name: 'Answer', exact: true });
  await answer.getByText('200 OK').waitFor();
  await previewSays(page, OURS);
  await previewSays(page, NUMBER);

  await goTo(page, 'Files');
  await page.getByRole('button', { name: `invoice ${NUMBER}.pdf` }).click();
  await previewSays(page, OURS);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await goTo(page, 'Usage');
  await page.getByRole('heading', { name: 'Files per day' }).waitFor();
  expect(await page.getByRole('region', { name: 'Get started' }).count()).toBe(0);

  await goTo(page, 'API Keys');
  await page.getByRole('button', { name: 'Actions for first key' }).click();
  await page.getByRole('menuitem', { name: 'Revoke Key' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke Key' }).click();
  await page.getByText('Revoked', { exact: true }).waitFor();

  await goTo(page, 'Playground');
  await page.getByLabel('API key').fill(key);
  await page.getByRole('button', { name: 'Send request' }).click();
  await answer.getByText('401 API_KEY_REVOKED').waitFor();
}, 180_000);
