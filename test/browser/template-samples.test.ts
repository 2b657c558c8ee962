import { readFile } from 'node:fs/promises';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { inspectPdf } from '../support/pdf.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import {
  createDraft,
  editor,
  openNewTemplate,
  openTab,
  openTemplate,
  previewIsCurrent,
  previewSays,
  previewText,
  write,
} from './support/template-editor.ts';
import { variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

const SETS = [
  { name: 'Short', data: { title: 'Hello' } },
  { name: 'German', data: { title: 'Guten Tag' } },
];

async function openWithSets() {
  const templateId = await createDraft(team);
  const path = `/workspaces/${team.workspaceId}/templates/${templateId}`;
  await team.owner.client.expect(z.unknown(), 'PUT', `${path}/sample-sets`, { sampleSets: SETS });
  const page = await openTemplate(browser, team, templateId);
  const readSets = async () => {
    const answer = z.object({ data: z.object({ sampleSets: z.array(z.unknown()) }) });
    return (await team.owner.client.expect(answer, 'GET', path)).data.sampleSets;
  };
  return { page, readSets };
}

variation('the preview prints the chosen set, and sets are added, renamed and saved', async () => {
  const { page, readSets } = await openWithSets();
  await previewSays(page, 'Hello');
  await page.getByLabel('Sample data of the preview').selectOption('German');
  await previewSays(page, 'Guten Tag');

  await openTab(page, 'Data');
  await page.getByRole('button', { name: 'Add a set' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('German');
  await page.getByText('Another set of this template has this name.').waitFor();
  await page.getByRole('textbox', { name: 'Name' }).fill('Long');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await write(page, 'Sample data', '{"title": "A very long title"}');
  await previewSays(page, 'A very long title');
  await previewIsCurrent(page);
  await inspectPage(page, 'template-samples');

  await page.getByRole('button', { name: 'Actions for the set Long' }).click();
  await page.getByRole('menuitem', { name: 'Make this the default' }).click();
  await page.getByLabel('Set to edit').selectOption('German');
  await page.getByRole('button', { name: 'Actions for the set German' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText(/^Saved/).waitFor();
  expect(await readSets()).toEqual([
    { name: 'Long', data: { title: 'A very long title' } },
    { name: 'Short', data: { title: 'Hello' } },
  ]);
});

variation('a set that is removed does not come back into another set with undo', async () => {
  const { page } = await openWithSets();
  await openTab(page, 'Data');
  await write(page, 'Sample data', '{"title": "Changed"}');
  await page.getByRole('button', { name: 'Actions for the set Short' }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const german = editor(page, 'Sample data').getByText('Guten Tag');
  await german.click();
  await page.keyboard.press('ControlOrMeta+z');
  await page.keyboard.press('ControlOrMeta+z');
  await previewIsCurrent(page);
  expect(await german.count()).toBe(1);
});

variation('a template without sample data says so once, with a link to the tab', async () => {
  const content = '<p>{{number}} {{customer.name}} {{total}}</p>';
  const page = await openNewTemplate(browser, team, { content, sampleData: {} });
  await page.getByText('This template has no sample data, so its values are blank.').waitFor();
  expect(await page.getByRole('list', { name: 'Warnings' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Add sample data' }).click();
  await write(page, 'Sample data', '{"number": 7}');
  await page.getByText('The data has no "total"').waitFor();
  expect(await page.getByText('This template has no sample data, so its values are blank.').count()).toBe(0);
});

test('a shared preview is seen without an account until it is revoked', async () => {
  const page = await openNewTemplate(browser, team);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Share the preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share the preview' });
  const created = page.waitForResponse(
    (response) => response.url().endsWith('/test-prints') && response.status() === 201,
  );
  await dialog.getByRole('button', { name: 'Create a link' }).click();
  expect((await created).ok()).toBe(true);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const { pathname, search } = new URL(await page.evaluate(() => navigator.clipboard.readText()));
  await inspectPage(page, 'template-share');

  const guest = await browser.open(pathname.replace('/dashboard', '') + search, { width: 900 });
  await guest.getByRole('heading', { name: 'Statement' }).waitFor();
  await expect.poll(() => previewText(guest)).toContain('Hello');
  await inspectPage(guest, 'shared-preview');
  const started = guest.waitForEvent('download');
  await guest.getByRole('button', { name: 'Download' }).click();
  const download = await started;
  expect(download.suggestedFilename()).toBe('Statement.pdf');
  const { text } = await inspectPdf(await readFile(await download.path()));
  expect(text).toMatch(/Preview of Statement · .+ · until .+ UTC/);
  expect(text).not.toContain('TEST');

  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).waitFor({ state: 'detached' });
  await guest.reload();
  await guest.getByText('This preview is not available').waitFor();
});
