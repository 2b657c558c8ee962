import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateResponse } from '../../schema/api/generate.ts';
import { startKey, submitKey, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { openRequestTab, response, send, showOptionsAs } from './support/playground.ts';
import { createKey, createTemplate } from './support/printing.ts';
import { variation } from '../support/thorough.ts';

const browser = useBrowser();
const run = promisify(execFile);

let team: Team;
let liveKey: string;
let testKey: string;
let page: Page;

beforeAll(async () => {
  team = await createTeam();
  liveKey = await createKey(team, 'live');
  testKey = await createKey(team, 'test');
});

async function open(as: SignedIn = team.member): Promise<void> {
  page = await browser.open(`/w/${team.workspaceId}/playground`, { as });
  await waitForPage(page, 'Playground');
}

const editor = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const part = (name: string) => response(page).getByRole('tab', { name }).click();
const choose = (label: string) => page.getByText(label, { exact: true }).click();

async function fillKey(key = testKey): Promise<void> {
  await openRequestTab(page, 'Request');
  await page.getByLabel('API key').fill(key);
}

async function sendHtml(html: string, key = testKey): Promise<void> {
  await fillKey(key);
  await openRequestTab(page, 'HTML');
  await editor('HTML').fill(html);
  await send(page);
}

describe('the playground', () => {
  beforeEach(() => open());

  test('prints its example with a test key and shows the whole response', async () => {
    await page.getByLabel('API key').fill(testKey);
    await page.getByText('Test key: uses no credits, adds a watermark').waitFor();
    await send(page);
    await response(page).getByText('200 OK').waitFor();
    await response(page).getByText('2,500 credits left').waitFor();
    await response(page).getByText('Hello, Ada').waitFor();
    await response(page).getByText('€129.50').waitFor();
    await response(page).getByText('TEST').first().waitFor();

    await part('JSON');
    await response(page).getByRole('button', { name: 'Copy JSON' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const { data, usage } = generateResponse.parse(JSON.parse(copied));
    expect(usage).toEqual({ remaining: 2_500, quotaUsed: 0, quotaLimit: 2_500 });
    expect((await fetch(data.url)).status).toBe(200);

    await part('Headers');
    await response(page)
      .getByRole('row', { name: /x-ratelimit-limit.*120/ })
      .waitFor();
    await part('Timing');
    await response(page)
      .getByRole('row', { name: /Print.*print.*\d ms/ })
      .waitFor();
  });

  variation('shows the warnings of the report beside the PDF', async () => {
    await showOptionsAs(page, 'JSON');
    await editor('Options (JSON)').fill('{"landscape": true, "report": true}');
    await sendHtml('<p>Upright</p>');
    await response(page).getByText('Upright').waitFor();
    const warnings = response(page).getByRole('list', { name: 'Warnings' }).getByRole('listitem');
    await expect
      .poll(() => warnings.allInnerTexts())
      .toEqual(['`options.landscape` is not known: did you mean `options.orientation`?']);
  });

  test('uses a credit with a live key, and says so first', async () => {
    await page.getByLabel('API key').fill(liveKey);
    await page.getByText('Live key: each PDF uses one credit').waitFor();
    await sendHtml('<p>Paid</p>', liveKey);
    await response(page).getByText('2,499 credits left').waitFor();
  });

  variation('prints a saved template, in the published version or an earlier one', async () => {
    const templateId = await createTemplate(team, 'greeting', '<p>First {{name}}</p>');
    const path = `/workspaces/${team.workspaceId}/templates/${templateId}`;
    await team.owner.client.send('PUT', path, { content: '<p>Second {{name}}</p>' });
    await team.owner.client.send('PUT', `${path}/sample-data`, { sampleData: { name: 'Grace' } });
    await page.reload();
    await page.getByLabel('API key').fill(testKey);
    await choose('Saved template');
    await page.getByLabel('Template', { exact: true }).selectOption('greeting');
    await page.getByRole('button', { name: 'Use sample data' }).click();
    await openRequestTab(page, 'Data');
    await editor('Data (JSON)').getByText('Grace').waitFor();
    await send(page);
    await response(page).getByText('Second Grace').waitFor();
    await openRequestTab(page, 'Request');
    await page.getByLabel('Version').selectOption('Version 1');
    await send(page);
    await response(page).getByText('First Grace').waitFor();
  });

  variation('shows and downloads a PDF response with its filename', async () => {
    await page.getByRole('radiogroup', { name: 'Response' }).getByText('File').click();
    await page.getByRole('textbox', { name: 'Filename', exact: true }).fill('März 請求書');
    await sendHtml('<p>Straight</p>');
    await response(page).getByText('Straight').waitFor();
    const downloading = page.waitForEvent('download');
    await response(page).getByRole('link', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('März 請求書.pdf');
    await expect.poll(() => response(page).getByRole('tab', { name: 'JSON' }).count()).toBe(0);
  });

  variation('shows and downloads a picture, from its address and from the response', async () => {
    await page.getByRole('radiogroup', { name: 'Output' }).getByText('WebP').click();
    for (const delivery of ['JSON', 'File']) {
      await openRequestTab(page, 'Request');
      await page.getByRole('radiogroup', { name: 'Response' }).getByText(delivery).click();
      await sendHtml(`<p>Picture ${delivery}</p>`);
      await response(page).getByRole('tab', { name: 'WebP' }).waitFor();
      const shown = response(page).getByRole('img', { name: 'document.webp' });
      await expect
        .poll(() => shown.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
        .toBeGreaterThan(100);
      await expect
        .poll(() => response(page).getByRole('tab', { name: 'JSON' }).count())
        .toBe(delivery === 'JSON' ? 1 : 0);
    }
  });

  variation('gets the same file for a repeated request with an idempotency key', async () => {
    await page.getByRole('button', { name: 'Generate an idempotency key' }).click();
    await sendHtml('<p>Once</p>');
    await response(page).getByText('Once').waitFor();
    await editor('HTML').press('Control+Enter');
    await part('Headers');
    await response(page)
      .getByRole('row', { name: /idempotency-replayed.*true/ })
      .waitFor();
  });

  test('shows an error with its code, its details and the request id', async () => {
    await sendHtml('<p>{{#if total}}</p>');
    await response(page).getByText('400 TEMPLATE_COMPILATION_ERROR').waitFor();
    await response(page)
      .getByText(/Request req_\w+/)
      .waitFor();
    await editor('HTML').fill('<p>Fine</p>');
    await showOptionsAs(page, 'JSON');
    await editor('Options (JSON)').fill('{"margin": {"top": -1}}');
    await send(page);
    await response(page).getByText('400 VALIDATION_ERROR').waitFor();
    await response(page).getByText('options.margin.top: must be 0 or more').waitFor();
  });

  variation('shows where the JSON is wrong, and sends only valid JSON', async () => {
    await page.getByLabel('API key').fill(testKey);
    await openRequestTab(page, 'Data');
    await editor('Data (JSON)').fill('{\n  "name": "Ada",\n}');
    await page
      .getByRole('button', { name: 'Line 3, column 1 A name in double quotes is expected.' })
      .waitFor();
    await page.getByText('Fix the errors first').waitFor();
    await editor('Data (JSON)').press('Control+Enter');
    await response(page).getByText('No request sent yet').waitFor();
  });

  variation('keeps the options form and the JSON in sync', async () => {
    await openRequestTab(page, 'Page');
    await page.getByLabel('Format').selectOption('Custom');
    await page.getByRole('textbox', { name: 'Width', exact: true }).fill('100');
    await page.getByRole('textbox', { name: 'Height', exact: true }).fill('150');
    await page.getByRole('textbox', { name: 'Left', exact: true }).fill('7.5');
    await showOptionsAs(page, 'JSON');
    const shown = async (): Promise<unknown> => JSON.parse(await editor('Options (JSON)').innerText());
    await expect.poll(shown).toEqual({
      format: 'Custom',
      width: 100,
      height: 150,
      margin: { top: 18, right: 18, bottom: 18, left: 7.5 },
      report: true,
    });
    await editor('Options (JSON)').fill('{"format": "Legal", "report": true}');
    await showOptionsAs(page, 'Form');
    await expect.poll(() => page.getByLabel('Format').inputValue()).toBe('Legal');
    await openRequestTab(page, 'Request');
    await expect.poll(() => page.getByLabel('Include a rendering report').isChecked()).toBe(true);
  });

  variation('shows working code that reads the key from the environment', async () => {
    await page.getByLabel('API key').fill(testKey);
    await openRequestTab(page, 'HTML');
    await editor('HTML').fill(`<p>It's "$5" \\ \`now\`</p>`);
    const samples = page.getByRole('region', { name: 'Code', exact: true });
    for (const label of ['TypeScript', 'TypeScript client', 'Python', 'PHP', 'curl']) {
      await samples.getByRole('tab', { name: label, exact: true }).click();
      const code = await samples.getByRole('region', { name: `${label} code`, exact: true }).innerText();
      expect(code).toContain('PLATEN_API_KEY');
      expect(code).not.toContain(testKey);
    }
    await samples.getByRole('button', { name: 'Copy code' }).click();
    const script = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await run('bash', ['-c', script], {
      env: { ...process.env, PLATEN_API_KEY: testKey },
    });
    expect(generateResponse.parse(JSON.parse(stdout)).data.generationMethod).toBe('html');
  });

  test('keeps the key in memory only', async () => {
    await sendHtml('<p>Secret</p>');
    await response(page).getByText('200 OK').waitFor();
    const kept = await page.evaluate(async () =>
      JSON.stringify([
        Object.entries(localStorage),
        Object.entries(sessionStorage),
        location.href,
        document.cookie,
        (await indexedDB.databases()).map(({ name }) => name),
        performance.getEntries().map(({ name }) => name),
      ]),
    );
    expect(kept).not.toContain(testKey);
    await page.getByRole('link', { name: 'Files' }).click();
    await waitForPage(page, 'Files');
    await page.getByRole('link', { name: 'Playground' }).click();
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('');
  });

  variation('opens the response on a phone, where it is a tab', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await sendHtml('<p>Below</p>');
    await response(page).getByText('200 OK').waitFor();
    await openRequestTab(page, 'HTML');
    await editor('HTML').waitFor();
    await openRequestTab(page, 'Response');
    await response(page).getByText('200 OK').waitFor();
  });

  variation('sends the request with Enter in a field', async () => {
    await fillKey();
    await page.getByRole('textbox', { name: 'Idempotency key' }).press('Enter');
    await response(page).getByText('200 OK').waitFor();
  });

  variation('prints a header that is written in its tab, beside other options', async () => {
    await openRequestTab(page, 'Header');
    await editor('HTML of the header').fill('<p>Above {{name}}</p>');
    await fillKey();
    await send(page);
    await response(page).getByText('Above Ada').waitFor();
    await response(page).getByText('Hello, Ada').waitFor();
  });

  variation('does not send an invalid key', async () => {
    await page.getByText('Enter an API key').waitFor();
    await page.getByLabel('API key').fill('hunter2');
    await page.getByLabel('API key').press('Enter');
    await page.getByText('This is not a valid API key').waitFor();
    await response(page).getByText('No request sent yet').waitFor();
  });
});

describe('a new key', () => {
  test('is passed to the playground once, in memory', async () => {
    const own = await createTeam();
    page = await browser.open(`/w/${own.workspaceId}/keys`, { as: own.owner });
    const dialog = await startKey(page, 'first');
    await submitKey(dialog);
    await dialog.getByRole('button', { name: 'Try it in the playground' }).click();
    await page.getByText('Test key: uses no credits').waitFor();
    await send(page);
    await response(page).getByText('200 OK').waitFor();
    const { pathname, search, hash } = new URL(page.url());
    expect(pathname + search + hash).toBe(`/dashboard/w/${own.workspaceId}/playground`);
    await page.reload();
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('');
  });
});
