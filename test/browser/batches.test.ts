import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { batchAnswer } from '../../schema/api/batches.ts';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { createdAnswer } from './support/console-client.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { createKey } from './support/printing.ts';
import { textRow, workbook } from '../support/workbook.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

let team: Team;
let key: string;
let templateId: string;

const TEMPLATE = {
  name: 'Statement',
  content: '<h1>Dear {{customer.name}}</h1><p>{{total}}</p>',
  dataSchema: {
    type: 'object',
    required: ['total'],
    properties: {
      customer: { type: 'object', properties: { name: { type: 'string' } } },
      total: { type: 'number', minimum: 0 },
    },
  },
};

beforeAll(async () => {
  team = await createTeam({ plan: 'scale' });
  key = await createKey(team, 'test');
  const path = `/workspaces/${team.workspaceId}/templates`;
  templateId = (await team.owner.client.expect(createdAnswer, 'POST', path, TEMPLATE)).data.id;
});

const open = async (path: string, heading: string): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/batches${path}`, { as: team.admin });
  await waitForPage(page, heading);
  return page;
};

/** Accepts a batch with the API. */
async function accept(body: Record<string, unknown>): Promise<string> {
  const response = await fetch(`${team.owner.client.url}/v1/batches`, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ templateId, ...body }),
  });
  return batchAnswer.parse(await response.json()).data.batchId;
}

const chooseFile = (page: Page, name: string, content: string | Uint8Array): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: Buffer.from(content) });

const rowWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

describe('a batch from a file', () => {
  test('is mapped, previewed and made, and its failed row is retried', LONG, async () => {
    const page = await open('', 'Batches');
    await page.getByText('No batches yet').waitFor();
    await page.getByRole('link', { name: 'New batch' }).click();
    await waitForPage(page, 'New batch');
    await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Statement (version 1)' });
    await chooseFile(page, 'rows.csv', 'ID,Customer Name,Sum\nA,Ada,12.50\nB,Bela,seven\nC,Chris,-1\n');
    await page.getByText('3 rows with 3 columns').waitFor();
    expect(await page.getByLabel('Source of customer.name').inputValue()).toBe('=Customer Name');
    await page.getByLabel('Source of total').selectOption('Sum');
    await page.getByText('Line 3, column “Sum” (total): “seven” is not a number').waitFor();

    const preview = page.getByRole('region', { name: 'Preview of A', exact: true });
    await preview.getByText('Dear Ada').waitFor();
    await page.getByRole('combobox', { name: 'PDFs' }).selectOption('test');
    const start = page.getByRole('button', { name: 'Make 2 PDFs' });
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Leave out the row with a problem').check();
    await inspectPage(page, 'batch-new');
    await start.click();

    await waitForPage(page, 'Batch');
    await page.getByText('Completed').waitFor();
    await page.getByText('2 of 2, 1 failed').waitFor();
    await page.getByRole('link', { name: /^Download ZIP/ }).waitFor();
    const failed = rowWith(page, 'VALIDATION_ERROR');
    await failed.getByText('rows[1]', { exact: true }).waitFor();
    await failed.getByText(/templateData\.total/).waitFor();
    await failed.getByRole('button', { name: 'VALIDATION_ERROR' }).click();
    await page.getByRole('dialog', { name: 'Why the row failed' }).getByText(/total/).waitFor();
    await page.keyboard.press('Escape');
    await inspectPage(page, 'batch');
    await rowWith(page, 'rows[0]').getByRole('button', { name: 'Statement.pdf' }).click();
    await page.getByRole('dialog', { name: 'Statement.pdf' }).getByText('Dear Ada').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Retry failed rows' }).click();
    await page.getByText('The failed rows are queued again.').waitFor();
  });

  variation(
    'gets lists from several rows of a workbook, has fixed values, and appears in the audit trail',
    async () => {
      const orders = {
        name: 'Order',
        content: '<p>{{customer}}, {{city}}: {{#each lines}}{{text}} {{price}}; {{/each}}</p>',
        dataSchema: {
          type: 'object',
          properties: {
            customer: { type: 'string' },
            city: { type: 'string' },
            lines: {
              type: 'array',
              items: { type: 'object', properties: { text: { type: 'string' }, price: { type: 'number' } } },
            },
          },
        },
      };
      await team.owner.client.expect(
        createdAnswer,
        'POST',
        `/workspaces/${team.workspaceId}/templates`,
        orders,
      );
      const page = await open('/new', 'New batch');
      await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Order (version 1)' });
      const rows = [
        textRow('ID', 'Customer', 'Text', 'Price'),
        textRow('A', 'Ada', 'Tea', '4.5'),
        textRow('B', 'Bela', 'Cup', '2'),
        textRow('A', '', 'Pot', '20'),
      ].join('');
      await chooseFile(page, 'orders.xlsx', new Uint8Array(await workbook({ rows }).arrayBuffer()));
      await page.getByText('3 rows with 4 columns').waitFor();
      await page.getByLabel('Source of city').selectOption({ label: 'Same in every row' });
      await page.getByLabel('city in every row').fill('Halle');
      const preview = page.getByRole('region', { name: 'Preview of A', exact: true });
      await preview.getByText('Ada, Halle: Tea 4.5; Pot 20;').waitFor();
      await inspectPage(page, 'batch-new-lists');
      await page.getByRole('combobox', { name: 'PDFs' }).selectOption('test');
      await page.getByRole('button', { name: 'Make 2 PDFs' }).click();
      await waitForPage(page, 'Batch');
      await page.getByText('Completed').waitFor();
      await page.getByRole('link', { name: 'Audit trail' }).click();
      await page.getByText('started a batch of 2 rows').first().waitFor();
    },
  );

  variation('of 10,000 rows is read in a worker', async () => {
    const page = await open('/new', 'New batch');
    await page.getByRole('combobox', { name: 'Template' }).selectOption({ label: 'Statement (version 1)' });
    const lines = Array.from({ length: 10_000 }, (_, at) => `${at},Customer ${at},${at}.5\n`);
    const worker = page.waitForEvent('worker', (started) => started.url().includes('data-worker'));
    await chooseFile(page, 'rows.csv', `ID,Customer Name,total\n${lines.join('')}`);
    const closed = (await worker).waitForEvent('close');
    await page.getByRole('button', { name: 'Make 10,000 PDFs' }).waitFor();
    await page.getByRole('button', { name: 'Remove the file' }).click();
    await closed;
  });

  test('that cannot be read is refused, with the reason', async () => {
    const page = await open('/new', 'New batch');
    await chooseFile(page, 'rows.csv', 'a,a\n1,2\n');
    await page.getByText('Two columns have the name “a”.').waitFor();
  });
});

describe('the page of a batch', () => {
  test('cancels it after a confirmation, and the list shows it', LONG, async () => {
    const options = { waitFor: { selector: '#never', timeoutMs: 120_000 } };
    const batchId = await accept({ options, rows: [{ externalId: 'A', templateData: { total: 1 } }] });
    const page = await open(`/${batchId}`, 'Batch');
    await page.getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel batch' }).click();
    await page.getByRole('definition').getByText('Canceled', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Batches' }).click();
    await rowWith(page, batchId).getByText('Canceled').waitFor();
    await inspectPage(page, 'batches');
  });

  variation('says why it is paused, and resumes it', async () => {
    const batchId = await accept({ rows: [{ externalId: 'A', templateData: { total: 1 } }] });
    const page = await browser.open('/account', { as: team.admin });
    const resumed: string[] = [];
    await page.route(/\/console\/.+\/batches\/batch_\w+$/, async (route) => {
      const response = await route.fetch();
      const { data, ...body } = batchAnswer.parse(await response.json());
      const paused = { ...data, state: 'paused', pausedReason: 'NO_CREDITS_AVAILABLE' };
      await route.fulfill({ response, json: { ...body, data: paused } });
    });
    await page.route(/\/resume$/, async (route) => {
      resumed.push(route.request().method());
      await route.fulfill({ json: {} });
    });
    await page.goto(`${team.owner.client.url}/dashboard/w/${team.workspaceId}/batches/${batchId}`);
    await page.getByText('No credits are left (NO_CREDITS_AVAILABLE).').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('The batch goes on.').waitFor();
    expect(resumed).toEqual(['POST']);
  });

  variation('of a batch that does not exist says so, and members cannot change one', async () => {
    const page = await open('/batch_none', 'Batch');
    await page.getByRole('heading', { name: 'Batch not found' }).waitFor();
    const path = `/workspaces/${team.workspaceId}/batches/batch_none`;
    const start = `/workspaces/${team.workspaceId}/batches?environment=test`;
    expect(await team.member.client.refusal('POST', start)).toBe('INSUFFICIENT_ROLE');
    for (const change of ['cancel', 'resume', 'retry-failed']) {
      expect(await team.member.client.refusal('POST', `${path}/${change}`)).toBe('INSUFFICIENT_ROLE');
    }
  });
});
