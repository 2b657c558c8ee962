import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { callApi, createKey, createTemplate, print } from './support/printing.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;

const open = async (as: SignedIn = team.member): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/usage`, { as });
  await waitForPage(page, 'Usage');
  return page;
};

describe('the usage page of a new workspace', () => {
  beforeAll(async () => {
    team = await createTeam({ plan: 'free' });
  });

  test('shows first steps until the first PDF is created', LONG, async () => {
    const page = await open(team.owner);
    const steps = page.getByRole('region', { name: 'Get started' });
    await steps.waitFor();
    await expect.poll(() => steps.getByText('(done)').count()).toBe(0);
    await page.getByText('0 of 100 used · Free plan').waitFor();
    await inspectPage(page, 'usage-empty');

    const key = await createKey(team, 'live');
    await page.reload();
    await steps.getByText('Create an API key (done)').waitFor();
    await steps.getByRole('link', { name: 'Open the playground' }).click();
    await waitForPage(page, 'Playground');

    await print(key, { htmlContent: '<p>First</p>' });
    await page.goBack();
    await page.reload();
    await page.getByRole('heading', { name: 'Files per day' }).waitFor();
    await expect.poll(() => steps.count()).toBe(0);
    await page.getByText('1 of 100 used · Free plan').waitFor();
  });

  variation('shows members whom to ask for a key', async () => {
    team = await createTeam();
    const page = await open(team.member);
    await page.getByText('Ask an admin or owner of this workspace for a test key.').waitFor();
  });
});

describe('the usage page', () => {
  beforeAll(async () => {
    team = await createTeam();
    const liveKey = await createKey(team, 'live', 'billing');
    const testKey = await createKey(team, 'test', 'ci');
    const templateId = await createTemplate(team, 'letter', '<p>Dear {{name}}</p>');
    for (const name of ['Ada', 'Grace']) await print(liveKey, { templateId, templateData: { name } });
    await print(liveKey, { htmlContent: '<p>Plain</p>' });
    await print(testKey, { htmlContent: '<p>Tried</p>' });
    await callApi(liveKey, {});
    await callApi(liveKey, { htmlContent: '{{#if' });
    await callApi(liveKey, {});
  });

  /** Today's row in the table view, without the labels of the narrow layout. */
  async function readToday(card: Locator): Promise<string[]> {
    await card.getByRole('button', { name: 'Show as table' }).click();
    return card.getByRole('row').nth(1).getByRole('cell').locator('div').allTextContents();
  }

  test('counts files, requests and errors in the totals, the tables and the rankings', async () => {
    const page = await open();
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await card('Files per day').waitFor();
    const tiles = await page
      .getByRole('region', { name: 'The last 30 days' })
      .locator('dd')
      .allTextContents();
    expect(tiles.slice(0, 3)).toEqual(['4', '7', '42.9%']);
    await page.getByText('3 of 2,500 used · Starter plan').waitFor();

    expect(await readToday(card('Files per day'))).toEqual(['3', '1']);
    expect(await readToday(card('Requests and errors per day'))).toEqual(['7', '3']);
    const [median, p95] = await readToday(card('Processing time per day'));
    expect([median, p95]).toEqual([tiles[3], tiles[4]]);
    expect(median).toMatch(/^[\d,]+ ms$/);

    const ranked = (name: string) => card(name).getByRole('row').allTextContents();
    expect(await ranked('By key')).toEqual(['KeyFiles', 'billingFiles3', 'ciFiles1']);
    expect((await ranked('By template')).slice(1).sort()).toEqual(['No templateFiles2', 'letterFiles2']);
    expect(await ranked('By error code')).toEqual([
      'CodeResponses',
      'VALIDATION_ERRORResponses2',
      'TEMPLATE_COMPILATION_ERRORResponses1',
    ]);
  });

  variation('shows the same numbers in its charts and its tables', async () => {
    const page = await open();
    for (const [name, series] of [
      ['Files per day', ['Live', 'Test']],
      ['Requests and errors per day', ['Requests', 'Errors']],
      ['Processing time per day', ['Median', '95th percentile']],
    ] as const) {
      const card = page.getByRole('region', { name, exact: true });
      const inTable = await readToday(card);
      await card.getByRole('button', { name: 'Show as chart' }).click();
      const chart = card.locator('.u-over');
      await chart.scrollIntoViewIfNeeded();
      const legend = card.locator('.u-legend .u-series');
      await expect.poll(() => legend.locator('.u-label').allTextContents()).toEqual(['Day', ...series]);
      const numbers = async () => (await legend.locator('.u-value').allTextContents()).slice(1);
      const today = inTable.slice(0, series.length);
      await expect.poll(numbers, { message: 'without a pointer' }).toEqual(today);
      const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 };
      await chart.hover({ position: { x: 2, y: height / 3 } });
      await expect.poll(numbers, { message: 'the first day' }).not.toEqual(today);
      // Today is at the right end.
      await chart.hover({ position: { x: width - 2, y: height / 3 } });
      await expect.poll(numbers, { message: 'today' }).toEqual(today);
    }
  });

  variation('shows the chosen number of days', async () => {
    const page = await open();
    const card = page.getByRole('region', { name: 'Files per day', exact: true });
    await card.getByRole('button', { name: 'Show as table' }).click();
    for (const days of [7, 90, 30]) {
      await page.getByText(`${days} days`, { exact: true }).click();
      await page.getByRole('region', { name: `The last ${days} days` }).waitFor();
      // The days, and the headers.
      expect(await card.getByRole('row').count()).toBe(days + 1);
    }
  });

  test('is accessible, as charts and as tables', LONG, async () => {
    const page = await open();
    await page.locator('canvas').first().waitFor();
    await inspectPage(page, 'usage');
    while ((await page.getByRole('button', { name: 'Show as table' }).count()) > 0) {
      await page.getByRole('button', { name: 'Show as table' }).first().press('Enter');
    }
    await inspectPage(page, 'usage-tables');
  });
});
