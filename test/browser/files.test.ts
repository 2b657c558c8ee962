import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { expectUniqueLandmarks, inspectPage } from './support/inspect.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { createKey, createTemplate, print } from './support/printing.ts';
import { addTarget } from './support/storage.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

let team: Team;
let liveKey: string;

const open = async (as: SignedIn = team.admin): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/files`, { as });
  await waitForPage(page, 'Files');
  return page;
};

const rowNames = (page: Page): Promise<string[]> => page.getByRole('rowheader').allTextContents();
const opened = (page: Page) => page.getByRole('dialog', { name: /\.pdf$/ });

async function openFile(page: Page, filename: string): Promise<void> {
  await page.getByRole('button', { name: filename }).click();
  await page.getByRole('dialog', { name: filename }).waitFor();
}

/** A live file of the Starter plan is kept for 30 days. Source: contract 4.5. */
const retainedUntil = (): string =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'Europe/Amsterdam' }).format(
    Date.now() + 30 * 86_400_000,
  );

/** The value of a date field, `fromNow` days from today, in the browser's time zone. */
const day = (fromNow: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(
    Date.now() + fromNow * 86_400_000,
  );

describe('the files page of a workspace without files', () => {
  test('links to the playground', LONG, async () => {
    team = await createTeam();
    const page = await open(team.member);
    await page.getByText('No files yet').waitFor();
    await inspectPage(page, 'files-empty');
    await page.getByRole('link', { name: 'Open the playground' }).click();
    await waitForPage(page, 'Playground');
  });
});

describe('the files page', () => {
  let templateId: string;
  beforeAll(async () => {
    team = await createTeam();
    liveKey = await createKey(team);
    const testKey = await createKey(team, 'test');
    templateId = await createTemplate(team, 'letter', '<p>Dear {{name}}</p>');
    await print(liveKey, { htmlContent: '<h1>First of all</h1>', filename: 'first' });
    await print(liveKey, { templateId, templateData: { name: 'Ada' }, filename: 'letter to Ada' });
    await print(testKey, { htmlContent: '<p>Tried</p>', filename: 'tried' });
  });

  test('lists files, newest first', async () => {
    const page = await open(team.member);
    await page.getByText('3 files shown').waitFor();
    await expect.poll(() => rowNames(page)).toEqual(['tried.pdfTest', 'letter to Ada.pdf', 'first.pdf']);
    const row = page.getByRole('row', { name: 'letter to Ada.pdf' });
    await expect
      .poll(() => row.getByRole('cell').allTextContents())
      .toEqual([
        expect.stringContaining('now'),
        'Templateletter',
        'TypePDF',
        expect.stringMatching(/^Size[\d.]+ kB$/),
        'External copiesNone',
        expect.stringContaining(retainedUntil()),
      ]);
  });

  variation('shows the thumbnail of a PDF that has one', async () => {
    const { data } = await print(liveKey, {
      htmlContent: '<h1>Small</h1>',
      filename: 'small',
      thumbnail: { width: 120 },
    });
    const page = await open(team.member);
    const picture = page.getByRole('row', { name: 'small.pdf' }).locator('img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth]))
      .toEqual([true, 120]);
    const path = `/workspaces/${team.workspaceId}/files/${data.fileId}`;
    expect(await team.admin.client.refusal('DELETE', path)).toBe(null);
  });

  variation('filters by live and test keys', async () => {
    const page = await open();
    await page.getByText('3 files shown').waitFor();
    await page.getByLabel('Keys').selectOption('Test');
    await page.getByText('1 file shown').waitFor();
    await expect.poll(() => rowNames(page)).toEqual(['tried.pdfTest']);
    await inspectPage(page, 'files-of-test-keys');
    await page.getByLabel('Keys').selectOption('Live');
    await page.getByText('2 files shown').waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByText('3 files shown').waitFor();
  });

  variation('filters by template and by day', async () => {
    const page = await open();
    await page.getByText('3 files shown').waitFor();
    await page.getByLabel('Template').selectOption('letter');
    await page.getByText('1 file shown').waitFor();
    await expect.poll(() => rowNames(page)).toEqual(['letter to Ada.pdf']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('To', { exact: true }).fill(day(-1));
    await page.getByText('No files match this filter').waitFor();
    await page.getByRole('button', { name: 'Show all files' }).click();
    await page.getByLabel('From', { exact: true }).fill(day(0));
    await page.getByLabel('To', { exact: true }).fill(day(0));
    await page.getByText('3 files shown').waitFor();
  });

  test('shows a file’s pages, downloads it and copies its links', async () => {
    const page = await open(team.member);
    await openFile(page, 'first.pdf');
    await opened(page).getByText('First of all').waitFor();

    const downloading = page.waitForEvent('download');
    await opened(page).getByRole('link', { name: 'Download' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('first.pdf');
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');

    for (const name of ['Copy permanent link', 'Copy 24-hour link']) {
      await opened(page).getByRole('button', { name }).click();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const response = await fetch(link);
      expect(response.headers.get('Content-Type'), link).toBe('application/pdf');
      await response.body?.cancel();
    }
  });

  test('deletes a file after a confirmation', async () => {
    const { data } = await print(liveKey, { htmlContent: '<p>Mistake</p>', filename: 'mistake' });
    const page = await open();
    await openFile(page, 'mistake.pdf');
    await opened(page).getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete file' })
      .getByRole('button', { name: 'Delete file' })
      .click();
    await page.getByText('3 files shown').waitFor();
    await expect.poll(() => rowNames(page)).not.toContain('mistake.pdf');
    expect((await fetch(data.url)).status).toBe(404);
  });

  variation('lets members read files but not delete them', async () => {
    const page = await open(team.member);
    await openFile(page, 'first.pdf');
    await expect.poll(() => opened(page).getByRole('button', { name: 'Delete' }).count()).toBe(0);
    const { data } = await print(liveKey, { htmlContent: '<p>Stays</p>', filename: 'stays' });
    const path = `/workspaces/${team.workspaceId}/files/${data.fileId}`;
    expect(await team.member.client.refusal('DELETE', path)).toBe('INSUFFICIENT_ROLE');
    expect(await team.admin.client.refusal('DELETE', path)).toBe(null);
  });

  test('is accessible', LONG, async () => {
    const page = await open();
    await page.getByText('3 files shown').waitFor();
    await inspectPage(page, 'files');
    await openFile(page, 'letter to Ada.pdf');
    await opened(page).getByText('Dear Ada').waitFor();
    await inspectPage(page, 'files-opened');
    await expectUniqueLandmarks(page, 'an opened file');
  });
});

describe('external copies', () => {
  test('show their status and the error of the store', LONG, async () => {
    team = await createTeam();
    await addTarget(team, 'archive');
    await addTarget(team, 'broken', 'failing-3');
    await print(await createKey(team), { htmlContent: '<p>Copied</p>', filename: 'copied' });
    const page = await open(team.member);
    await page.getByText('1 of 2: failed, will retry').waitFor();
    await openFile(page, 'copied.pdf');
    const copies = opened(page).getByRole('region', { name: 'External copies' });
    await copies.getByRole('listitem').nth(1).waitFor();
    const [stored, failed] = await copies.getByRole('listitem').allTextContents();
    expect(stored).toMatch(/^archiveStored\d{4}\/\d{2}\/file_.*Open in a new tab/);
    expect(failed).toMatch(/^brokenFailed, will retry.*3 attempts.*HTTP 503/);
    await inspectPage(page, 'files-copies');
  });
});

variation('a PDF that needs a password is not shown, and the page says so', async () => {
  team = await createTeam();
  await print(await createKey(team), {
    htmlContent: '<p>Secret',
    filename: 'locked',
    options: { encryption: { userPassword: 'sesame' } },
  });
  const page = await open();
  await openFile(page, 'locked.pdf');
  await opened(page).getByText('This PDF needs a password').waitFor();
  await inspectPage(page, 'file-with-password');
});
