import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { keptFile } from '../../schema/api/files.ts';
import { pageOf } from '../../schema/api/paging.ts';
import { inspectPdf } from '../support/pdf.ts';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { createKey, print } from './support/printing.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

let team: Team;
let key: string;

beforeAll(async () => {
  team = await createTeam();
  key = await createKey(team);
  await print(key, { htmlContent: '<h1>Letter', filename: 'letter' });
  await print(key, { htmlContent: '<h1>Terms', filename: 'terms' });
  await print(key, {
    htmlContent: '<p>Secret',
    filename: 'locked',
    options: { encryption: { userPassword: 'sesame' } },
  });
  await print(key, { htmlContent: '<p>Photo', filename: 'photo', output: { type: 'png' } });
});

async function open(as: SignedIn = team.admin): Promise<Page> {
  const page = await browser.open(`/w/${team.workspaceId}/files`, { as });
  await waitForPage(page, 'Files');
  await box(page, 'letter.pdf')
    .or(page.getByRole('button', { name: 'letter.pdf' }))
    .first()
    .waitFor();
  return page;
}

const box = (page: Page, filename: string): Locator =>
  page.getByRole('checkbox', { name: `Select ${filename}` });

const selectionOf = (page: Page): Locator => page.getByRole('group', { name: 'Selection' });
const dialogOf = (page: Page, name: string): Locator => page.getByRole('dialog', { name });
const rowNames = (page: Page): Promise<string[]> => page.getByRole('rowheader').allTextContents();
const press = (within: Locator, name: string): Promise<void> =>
  within.getByRole('button', { name, exact: true }).click();

async function filesOf(): Promise<{ fileId: string; filename: string; url: string }[]> {
  const path = `/workspaces/${team.workspaceId}/files`;
  return (await team.owner.client.expect(pageOf(keptFile), 'GET', path)).data;
}

/** The text of each page of the newest file with this name. */
async function pagesOf(filename: string): Promise<string[]> {
  const file = (await filesOf()).find((one) => one.filename === filename);
  const response = await fetch(file?.url ?? '');
  return (await inspectPdf(await response.bytes())).pages.map(({ text }) => text);
}

describe('files are selected', () => {
  variation('with the keyboard, the pointer and the box above the list, but no pictures', async () => {
    const page = await open();
    const selection = selectionOf(page);
    await box(page, 'photo.png').focus();
    await page.getByRole('tooltip').getByText('Only PDFs can be merged or split').waitFor();
    await page.keyboard.press('Space');
    await expect.poll(() => box(page, 'photo.png').isChecked()).toBe(false);

    await box(page, 'locked.pdf').focus();
    await page.keyboard.press('Space');
    await selection.getByText('1 PDF is selected.').waitFor();
    await expect.poll(() => selection.getByRole('button', { name: 'Merge' }).isDisabled()).toBe(true);
    await box(page, 'letter.pdf').click({ modifiers: ['Shift'] });
    await selection.getByText('3 PDFs are selected.').waitFor();
    await expect.poll(() => selection.getByRole('button', { name: 'Split' }).isDisabled()).toBe(true);

    const all = selection.getByRole('checkbox', { name: 'Select all' });
    await expect.poll(() => all.isChecked()).toBe(true);
    await all.click();
    await selection.getByText('Select one PDF to split it').waitFor();
    await all.click();
    await selection.getByText('3 PDFs are selected.').waitFor();
    await press(selection, 'Deselect all');
    await selection.getByText('Select one PDF to split it').waitFor();
  });

  variation('and the buttons stay in sight on a phone, but only while files are selected', async () => {
    const page = await open();
    await page.setViewportSize({ width: 360, height: 780 });
    const merge = selectionOf(page).getByRole('button', { name: 'Merge' });
    const isInSight = () =>
      merge.evaluate((button) => {
        const { x, y } = button.getBoundingClientRect();
        return button.contains(document.elementFromPoint(x + 4, y + 4));
      });
    const scrollToEnd = () => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const barHeight = async () => (await selectionOf(page).boundingBox())?.height ?? Infinity;
    const height = await barHeight();
    expect(height).toBeLessThan(100);
    await expect.poll(() => merge.isVisible()).toBe(false);
    await box(page, 'letter.pdf').click();
    // The list does not move.
    await expect.poll(barHeight).toBe(height);
    await box(page, 'terms.pdf').click();
    await scrollToEnd();
    await expect.poll(isInSight).toBe(true);
    // A box that the keyboard reaches is not behind the bar.
    for (const name of ['terms.pdf', 'locked.pdf', 'photo.png']) {
      await box(page, name).focus();
      const top = (await box(page, name).boundingBox())?.y ?? 0;
      const bar = await selectionOf(page).boundingBox();
      expect(top, name).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
    }
    await scrollToEnd();
    await inspectPage(page, 'files-selected-below');
  });

  test('by admins only', async () => {
    const page = await open(team.member);
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
  });
});

test(
  'PDFs are merged in the order that was chosen, and a file that cannot be merged is named',
  LONG,
  async () => {
    const page = await open();
    for (const name of ['letter.pdf', 'terms.pdf', 'locked.pdf']) await box(page, name).click();
    await inspectPage(page, 'files-selected');
    await press(selectionOf(page), 'Merge');
    const dialog = dialogOf(page, 'Merge PDFs');
    await dialog.getByRole('button', { name: 'Move terms.pdf up' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('terms.pdf is now number 1 of 3.').waitFor();
    await expect
      .poll(() =>
        dialog
          .getByRole('button', { name: 'Move terms.pdf up' })
          .evaluate((it) => it === document.activeElement),
      )
      .toBe(true);
    await dialog.getByRole('textbox', { name: 'Bookmark of terms.pdf' }).fill('Conditions');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('statement');
    await dialog.getByRole('checkbox', { name: 'Number the pages' }).click();
    await dialog.getByText(/This costs 1 credit\. [\d,]+ credits are left\./).waitFor();
    await press(dialog, 'Merge 3 PDFs');
    const locked = dialog.getByRole('listitem').filter({ hasText: 'locked.pdf' });
    await locked.getByText('This file is encrypted.').waitFor();
    await inspectPage(page, 'files-merge');
    await press(locked, 'Leave out locked.pdf');
    await press(dialog, 'Merge 2 PDFs');

    await page.getByText(/statement\.pdf was made\. [\d,]+ credits are left\./).waitFor();
    await expect.poll(async () => (await rowNames(page))[0]).toBe('statement.pdf');
    // The new file has the focus.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('statement.pdf');
    await selectionOf(page).getByText('Select one PDF to split it').waitFor();
    expect(await pagesOf('statement.pdf')).toEqual([
      expect.stringMatching(/^Terms ?1 ?\/ ?2$/),
      expect.stringMatching(/^Letter ?2 ?\/ ?2$/),
    ]);
  },
);

variation('a PDF is split, after the page says what it costs and what is wrong', async () => {
  await print(key, {
    htmlContent:
      '<h1>One</h1><h1 style="break-before: page">Two</h1><h1 style="break-before: page">Three</h1>',
    filename: 'whole',
    options: { outline: true },
  });
  const page = await open();
  await box(page, 'whole.pdf').click();
  await press(selectionOf(page), 'Split');
  const dialog = dialogOf(page, 'Split whole.pdf');
  const ranges = dialog.getByRole('textbox', { name: 'Pages of each file' });
  await dialog.getByText('The PDF has 3 pages.').waitFor();
  await ranges.fill('1\n\n2-4');
  await dialog.getByText(/^Line 3: .*past the end/).waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Split' }).isDisabled()).toBe(true);
  await inspectPage(page, 'files-split');
  await dialog.getByRole('radio', { name: 'Bookmarks' }).press('Space');
  await dialog.getByText('This makes 3 files and costs 3 credits.').waitFor();
  await dialog.getByRole('radio', { name: 'Page count' }).press('Space');
  await dialog.getByRole('textbox', { name: 'Pages in each file' }).fill('2');
  await dialog.getByText('Pages: 1-2 · 3').waitFor();
  await press(dialog, 'Split');

  await page.getByText('2 files were made.').waitFor();
  await expect
    .poll(async () => (await rowNames(page)).slice(0, 2).toSorted())
    .toEqual(['whole-1.pdf', 'whole-2.pdf']);
  expect(await pagesOf('whole-1.pdf')).toEqual(['One', 'Two']);
});

variation('a file that was deleted meanwhile is named', async () => {
  await print(key, { htmlContent: '<p>Soon gone', filename: 'gone' });
  const page = await open();
  await box(page, 'gone.pdf').click();
  await box(page, 'letter.pdf').click();
  const gone = (await filesOf()).find(({ filename }) => filename === 'gone.pdf');
  const path = `/workspaces/${team.workspaceId}/files/${gone?.fileId}`;
  expect(await team.admin.client.refusal('DELETE', path)).toBe(null);
  await press(selectionOf(page), 'Merge');
  const dialog = dialogOf(page, 'Merge PDFs');
  await press(dialog, 'Merge 2 PDFs');
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'gone.pdf' })
    .getByText('This file does not exist, or its retention has ended.')
    .waitFor();
});
