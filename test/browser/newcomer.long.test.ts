import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LOCAL_WORKSPACE_NAME } from '../../schema/console/session.ts';
import {
  createLocalWorkspace,
  EXAMPLE_DATA,
  type LocalWorkspace,
} from '../../scripts/local/local-workspace.ts';
import { inProject } from '../../scripts/project.ts';
import { inspectPdf } from '../support/pdf.ts';
import { Receiver } from '../support/receiver.ts';
import { fillNewAccount, revokeKey, startKey, submitKey, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newcomer } from './support/people.ts';
import { openRequestTab, response, send } from './support/playground.ts';
import { type FreshService, startFreshService } from './support/service-setup.ts';
import { openTab, previewIsCurrent, previewSays, write } from './support/template-editor.ts';

const browser = useBrowser();
let service: FreshService;
let receiver: Receiver;
let local: LocalWorkspace;
let directory: string;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startFreshService(), Receiver.start()]);
  local = await createLocalWorkspace(service, LOCAL_WORKSPACE_NAME);
  directory = await mkdtemp(join(tmpdir(), 'platen-newcomer-'));
});
afterAll(async () => {
  await Promise.all([service.stop(), receiver.stop()]);
  await rm(directory, { recursive: true, force: true });
});

/** Text of the starter, and its replacement. */
const ORIGINAL = 'Please pay to';
const CHANGED = 'Kindly pay to';
const NUMBER = 'N-1001';

const goTo = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
  await waitForPage(page, name);
};

/** What the README and `npm start` say to do first. */
async function sendFirstRequest(): Promise<void> {
  const templateData = JSON.parse(await readFile(EXAMPLE_DATA, 'utf8')) as unknown;
  const answer = await fetch(`${service.url}/v1/pdf/generate`, {
    method: 'POST',
    headers: { 'X-API-Key': local.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ templateId: local.templateId, templateData }),
  });
  expect(answer.status).toBe(200);
  await answer.body?.cancel();
}

async function setUp(page: Page): Promise<void> {
  await fillNewAccount(page, newcomer('Nora Newcomer'));
  await page.getByRole('textbox', { name: 'Workspace' }).fill('Nora’s press');
  await inspectPage(page, 'first-hour-setup');
  await page.getByRole('button', { name: 'Create account and workspace' }).click();
  await page.getByRole('heading', { name: 'Files per day' }).waitFor();
  await inspectPage(page, 'first-hour-usage');
}

/** Returns the key. */
async function createKeyOnPage(page: Page): Promise<string> {
  await goTo(page, 'API Keys');
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
  await goTo(page, 'Templates');
  await page.getByRole('link', { name: 'New template' }).first().click();
  await page.getByRole('radio', { name: /^Invoice:/ }).click();
  await inspectPage(page, 'first-hour-starters');
  await page.getByRole('textbox', { name: 'Name' }).fill('Our invoice');
  await page.getByRole('button', { name: 'Create template' }).click();
  await previewSays(page, ORIGINAL);
  expect(
    await page
      .getByRole('region', { name: 'Preview' })
      .getByText(/warning/i)
      .count(),
  ).toBe(0);
  await inspectPage(page, 'first-hour-editor');

  const html = await starter('template.hbs');
  await write(page, 'HTML of the document', html.replace(ORIGINAL, CHANGED));
  await previewSays(page, CHANGED);
  const data = JSON.parse(await starter('samples/Sample.json'));
  await openTab(page, 'Data');
  await write(page, 'Sample data', JSON.stringify({ ...data, invoice: { ...data.invoice, number: NUMBER } }));
  await previewSays(page, NUMBER);
  await previewIsCurrent(page);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText('Version 2 published', { exact: true }).waitFor();
}

/** Runs the command of the page as a shell would, and returns the text of the PDF. */
async function runOwnCommand(page: Page, key: string): Promise<string> {
  await page.getByRole('button', { name: 'Use in API' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use in API' });
  await dialog.getByRole('tab', { name: 'curl' }).click();
  await dialog.getByRole('button', { name: 'Copy code' }).click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await inspectPage(page, 'first-hour-use-in-api');
  await page.keyboard.press('Escape');
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: directory,
    env: { ...process.env, PLATEN_API_KEY: key },
  });
  const { data } = JSON.parse(stdout) as { data: { url: string } };
  const pdf = await fetch(data.url);
  return (await inspectPdf(new Uint8Array(await pdf.arrayBuffer()))).text;
}

async function addWebhook(page: Page): Promise<void> {
  await goTo(page, 'Webhooks');
  await page.getByRole('button', { name: 'Create webhook' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('button', { name: 'Create webhook' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();
}

async function makeBatch(page: Page): Promise<void> {
  await goTo(page, 'Batches');
  await page.getByRole('link', { name: 'New batch' }).first().click();
  await waitForPage(page, 'New batch');
  await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Our invoice (version 2)' });
  const csv = 'ID,Invoice Number,Customer Name\nA,N-2001,Ada\nB,N-2002,Bela\n';
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.getByText('2 rows with 3 columns').waitFor();
  await page
    .getByRole('region', { name: 'Preview of A', exact: true })
    .getByText('N-2001', { exact: true })
    .waitFor();
  await inspectPage(page, 'first-hour-batch');
  await page.getByRole('button', { name: 'Make 2 PDFs' }).click();
  await waitForPage(page, 'Batch');
  await page.getByText('Completed').waitFor();
}

test('a new user gets from a first request to a batch and a revoked key', async () => {
  await sendFirstRequest();
  const page = await browser.open('/', { url: service.url, width: 1440, height: 900 });
  await setUp(page);
  await goTo(page, 'Files');
  await page.getByRole('button', { name: /^invoice-.*\.pdf$/ }).waitFor();
  await inspectPage(page, 'first-hour-files');

  const key = await createKeyOnPage(page);
  await makeTemplate(page);
  const text = await runOwnCommand(page, key);
  expect(text).toContain(CHANGED);
  expect(text).toContain(NUMBER);

  await addWebhook(page);
  await makeBatch(page);
  await expect.poll(() => receiver.received.some(({ body }) => body.includes('batch.completed'))).toBe(true);

  await goTo(page, 'Playground');
  await page.getByLabel('API key').fill(key);
  await page.getByText('Saved template', { exact: true }).click();
  await page.getByLabel('Template', { exact: true }).selectOption('Our invoice');
  await page.getByRole('button', { name: 'Use sample data' }).click();
  await openRequestTab(page, 'Data');
  await page.getByRole('textbox', { name: 'Data (JSON)' }).getByText(NUMBER).waitFor();
  await openRequestTab(page, 'Request');
  await page.getByRole('textbox', { name: 'Filename', exact: true }).fill(`paper of ${NUMBER}`);
  await send(page);
  await response(page).getByText('200 OK').waitFor();
  await previewSays(page, CHANGED);
  await inspectPage(page, 'first-hour-playground');

  await goTo(page, 'Files');
  await page.getByRole('button', { name: `paper of ${NUMBER}.pdf` }).click();
  await previewSays(page, CHANGED);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  await goTo(page, 'API Keys');
  await revokeKey(page, 'first key');
  await page.getByText('Revoked', { exact: true }).waitFor();
  await goTo(page, 'Playground');
  await page.getByLabel('API key').fill(key);
  await send(page);
  await response(page).getByText('401 API_KEY_REVOKED').waitFor();

  await goTo(page, 'Requests');
  await page.getByText('API_KEY_REVOKED').first().waitFor();
  await inspectPage(page, 'first-hour-requests');
});
