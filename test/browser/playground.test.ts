import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { generateResponse } from '../../schema/api/generate.ts';
import { useBrowser } from './support/browser.ts';
import { newTeam, type SignedIn, type Team } from './support/people.ts';
import { keyOf, templateOf } from './support/printing.ts';

const browser = useBrowser();
const run = promisify(execFile);

let team: Team;
let live: string;
let test: string;
let page: Page;

beforeAll(async () => {
  team = await newTeam();
  live = await keyOf(team, 'live');
  test = await keyOf(team, 'test');
});

async function open(as: SignedIn = team.member): Promise<void> {
  page = await browser.open(`/w/${team.workspaceId}/playground`, { as });
  await page.getByRole('heading', { level: 1, name: 'Playground' }).waitFor();
}

const send = () => page.getByRole('button', { name: 'Send request' }).click();
const answer = () => page.getByRole('region', { name: 'Answer', exact: true });
const editor = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const part = (name: string) => answer().getByRole('tab', { name }).click();
const choose = (label: string) => page.getByText(label, { exact: true }).click();

async function sendHtml(html: string, key = test): Promise<void> {
  await page.getByLabel('API key').fill(key);
  await editor('HTML').fill(html);
  await send();
}

describe('the playground', () => {
  beforeEach(() => open());

  test('prints its example with a test key: no credit, a watermark, and all of the answer', async () => {
    await page.getByLabel('API key').fill(test);
    await page.getByText('A test key: spends nothing, prints a watermark').waitFor();
    await send();
    await answer().getByText('200 OK').waitFor();
    await answer().getByText('2,500 credits left').waitFor();
    await answer().getByText('Hello, Ada').waitFor();
    await answer().getByText('€129.50').waitFor();
    await answer().getByText('TEST').first().waitFor();

    await part('JSON');
    await answer().getByRole('button', { name: 'Copy JSON' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    const { data, usage } = generateResponse.parse(JSON.parse(copied));
    expect(usage).toEqual({ remaining: 2_500, quotaUsed: 0, quotaLimit: 2_500 });
    expect((await fetch(data.url)).status).toBe(200);

    await part('Headers');
    await answer()
      .getByRole('row', { name: /x-ratelimit-limit.*120/ })
      .waitFor();
    await part('Timing');
    await answer()
      .getByRole('row', { name: /Print.*print.*\d ms/ })
      .waitFor();
  });

  test('spends a credit with a live key, and says so beforehand', async () => {
    await page.getByLabel('API key').fill(live);
    await page.getByText('A live key: each PDF spends a credit').waitFor();
    await sendHtml('<p>Paid</p>', live);
    await answer().getByText('2,499 credits left').waitFor();
  });

  test('prints a saved template, in the published version or an earlier one', async () => {
    const templateId = await templateOf(team, 'greeting', '<p>First {{name}}</p>');
    const path = `/workspaces/${team.workspaceId}/templates/${templateId}`;
    await team.owner.client.send('PUT', path, { content: '<p>Second {{name}}</p>' });
    await team.owner.client.send('PUT', `${path}/sample-data`, { sampleData: { name: 'Grace' } });
    await page.reload();
    await page.getByLabel('API key').fill(test);
    await choose('A saved template');
    await page.getByLabel('Template', { exact: true }).selectOption('greeting');
    await page.getByRole('button', { name: 'Fill in its sample data' }).click();
    await editor('Data (JSON)').getByText('Grace').waitFor();
    await send();
    await answer().getByText('Second Grace').waitFor();
    await page.getByLabel('Version').selectOption('Version 1');
    await send();
    await answer().getByText('First Grace').waitFor();
  });

  test('answers with the PDF itself where that is chosen, under its own name', async () => {
    await choose('As PDF');
    await page.getByLabel('Filename').fill('März 請求書');
    await sendHtml('<p>Straight</p>');
    await answer().getByText('Straight').waitFor();
    const downloading = page.waitForEvent('download');
    await answer().getByRole('link', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toBe('März 請求書.pdf');
    expect(await answer().getByRole('tab', { name: 'JSON' }).count()).toBe(0);
  });

  test('answers a repeated request with the same file, by its idempotency key', async () => {
    await page.getByRole('button', { name: 'Draw a random idempotency key' }).click();
    await sendHtml('<p>Once</p>');
    await answer().getByText('Once').waitFor();
    await editor('HTML').press('Control+Enter');
    await part('Headers');
    await answer()
      .getByRole('row', { name: /idempotency-replayed.*true/ })
      .waitFor();
  });

  test('tells a refusal in words, with its code, its details and the request id', async () => {
    await sendHtml('<p>{{#if total}}</p>');
    await answer().getByText('400 TEMPLATE_COMPILATION_ERROR').waitFor();
    await answer()
      .getByText(/Request req_\w+/)
      .waitFor();
    await editor('HTML').fill('<p>Fine</p>');
    await page.getByRole('tab', { name: 'JSON', exact: true }).first().click();
    await editor('Options (JSON)').fill('{"margin": {"top": -1}}');
    await send();
    await answer().getByText('400 VALIDATION_ERROR').waitFor();
    await answer().getByText('options.margin.top: must be 0 or more').waitFor();
  });

  test('says where the JSON is wrong, and sends nothing until it is right', async () => {
    await page.getByLabel('API key').fill(test);
    await editor('Data (JSON)').fill('{\n  "name": "Ada",\n}');
    await page.getByRole('button', { name: 'Line 3, column 1 Not expected here: }' }).waitFor();
    await page.getByText('Mend what is marked first').waitFor();
    await editor('HTML').press('Control+Enter');
    await answer().getByText('Nothing sent yet').waitFor();
  });

  test('keeps options as a form and as JSON in step', async () => {
    await page.getByLabel('Format').selectOption('Custom');
    await page.getByLabel('Width').fill('100');
    await page.getByLabel('Height').fill('150');
    await page.getByLabel('Left').fill('7.5');
    await page.getByRole('tab', { name: 'JSON', exact: true }).first().click();
    const text = await editor('Options (JSON)').innerText();
    expect(JSON.parse(text)).toEqual({
      format: 'Custom',
      width: 100,
      height: 150,
      margin: { top: 18, right: 18, bottom: 18, left: 7.5 },
    });
    await editor('Options (JSON)').fill('{"format": "Legal", "report": true}');
    await page.getByRole('tab', { name: 'Form', exact: true }).click();
    expect(await page.getByLabel('Format').inputValue()).toBe('Legal');
    expect(await page.getByLabel('Report on the rendering').isChecked()).toBe(true);
  });

  test('writes the call as code that works, with the key left to the environment', async () => {
    await page.getByLabel('API key').fill(test);
    await editor('HTML').fill(`<p>It's "$5" \\ \`now\`</p>`);
    const samples = page.getByRole('region', { name: 'The same call as code', exact: true });
    for (const label of ['TypeScript', 'TypeScript client', 'Python', 'PHP', 'curl']) {
      await samples.getByRole('tab', { name: label, exact: true }).click();
      const code = await samples
        .getByRole('region', { name: `The call as ${label}`, exact: true })
        .innerText();
      expect(code).toContain('PLATEN_API_KEY');
      expect(code).not.toContain(test);
    }
    await samples.getByRole('button', { name: 'Copy code' }).click();
    const script = await page.evaluate(() => navigator.clipboard.readText());
    const { stdout } = await run('bash', ['-c', script], { env: { ...process.env, PLATEN_API_KEY: test } });
    expect(generateResponse.parse(JSON.parse(stdout)).data.generationMethod).toBe('html');
  });

  test('keeps the key in memory alone: not in storage, not in an address, gone with the page', async () => {
    await sendHtml('<p>Secret</p>');
    await answer().getByText('200 OK').waitFor();
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
    expect(kept).not.toContain(test);
    await page.getByRole('link', { name: 'Files' }).click();
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor();
    await page.getByRole('link', { name: 'Playground' }).click();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
  });

  test('shows the answer on a phone, where it is below the form', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await sendHtml('<p>Below</p>');
    await answer().getByText('200 OK').waitFor();
    const { y } = (await answer().boundingBox()) ?? { y: Number.NaN };
    expect(y).toBeGreaterThan(0);
    expect(y).toBeLessThan(400);
  });

  test('shows the answer to who sends from the end of the form, where it has scrolled away', async () => {
    await page.setViewportSize({ width: 1280, height: 640 });
    await page.getByLabel('API key').fill(test);
    await page.getByRole('textbox', { name: 'Idempotency key' }).press('Enter');
    await answer().getByText('200 OK').waitFor();
    const { y } = (await answer().getByText('200 OK').boundingBox()) ?? { y: Number.NaN };
    expect(y).toBeGreaterThan(56);
    expect(y).toBeLessThan(640);
  });

  test('refuses what is no key before it is sent', async () => {
    await page.getByText('Paste a key first').waitFor();
    await page.getByLabel('API key').fill('hunter2');
    await page.getByLabel('API key').press('Enter');
    await page.getByText('This does not look like a key').waitFor();
    await answer().getByText('Nothing sent yet').waitFor();
  });
});

describe('a key that was just made', () => {
  test('is handed over to the playground in memory, once', async () => {
    const own = await newTeam();
    page = await browser.open(`/w/${own.workspaceId}/keys`, { as: own.owner });
    await page.getByRole('button', { name: 'Create key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('first');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByRole('button', { name: 'Try it in the playground' }).click();
    await page.getByText('A test key: spends nothing').waitFor();
    await send();
    await answer().getByText('200 OK').waitFor();
    const { pathname, search, hash } = new URL(page.url());
    expect(pathname + search + hash).toBe(`/dashboard/w/${own.workspaceId}/playground`);
    await page.reload();
    expect(await page.getByLabel('API key').inputValue()).toBe('');
  });
});
