import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { STARTERS } from '../../dashboard/starters/starters.ts';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { createDraft, previewIsCurrent, previewSays } from './support/template-editor.ts';
import { LONG, typical, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

const openList = async (): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/templates`, { as: team.member });
  await waitForPage(page, 'Templates');
  return page;
};

variation('a workspace without templates shows what to do', async () => {
  const page = await openList();
  await page.getByRole('heading', { name: 'No templates yet' }).waitFor();
  await inspectPage(page, 'templates-empty');
  await page.getByRole('link', { name: 'New template' }).click();
  await waitForPage(page, 'New template');
});

test('templates are listed with their status and can be searched by name', LONG, async () => {
  await createDraft(team, { name: 'Invoice, Germany', publish: true });
  await createDraft(team, { name: 'Reminder' });
  const page = await openList();
  await page.getByRole('row', { name: /Invoice, Germany Version 1 published/ }).waitFor();
  await page.getByRole('row', { name: /Reminder Draft, not published/ }).waitFor();
  await inspectPage(page, 'templates');

  const search = page.getByRole('searchbox', { name: 'Search templates' });
  await search.fill('germ');
  await page.getByText('1 template shown').waitFor();
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Invoice, Germany']);
  await search.fill('nowhere');
  await page.getByRole('heading', { name: 'No matching templates' }).waitFor();
});

variation('a long list is loaded page by page', async () => {
  for (const name of ['First', 'Second', 'Third']) await createDraft(team, { name });
  const page = await openList();
  // Two per page, so that three need a second page.
  await page.route('**/templates?**', (route) => route.continue({ url: `${route.request().url()}&limit=2` }));
  await page.route('**/templates', (route) => route.continue({ url: `${route.request().url()}?limit=2` }));
  await page.reload();
  await page.getByText('2 templates shown').waitFor();
  await page.getByRole('button', { name: 'Show more templates' }).click();
  await page.getByText('3 templates shown').waitFor();
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Third', 'Second', 'First']);
});

/** Text in the PDF of each starter. */
const PRINTED = {
  invoice: 'Köhler & Söhne GmbH',
  'e-invoice': 'Munken Lynx',
  'verifactu-invoice': 'QR tributario',
  'ksef-invoice': 'Faktura FV/2027/01/042',
  receipt: 'Ostler Coffee',
  letter: 'Dear Dr. Okafor',
  certificate: 'Clara Johansson',
  report: 'Nordlys Energi',
  book: 'The Quiet Sheet',
  'packing-slip': 'Rosa Delgado',
} as const;

test.each(typical(STARTERS, 1))(
  'a member starts with the starter $title and sees its PDF',
  LONG,
  async ({ name, title }) => {
    const page = await openNew();
    await page.getByRole('radio', { name: new RegExp(`^${title}:`) }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Our ${title}`);
    await page.getByRole('button', { name: 'Create template' }).click();
    await page.getByRole('heading', { name: `Our ${title}`, level: 1 }).waitFor();
    await previewSays(page, PRINTED[name]);
    await previewIsCurrent(page);
    await expect.poll(() => page.getByText('has an error').count()).toBe(0);
    await expect.poll(() => page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
  },
);

test(
  'a starter brings its fonts as assets, and leaves an asset of the same name as it is',
  LONG,
  async () => {
    const path = `/console/workspaces/${team.workspaceId}/assets`;
    for (const name of ['Our book', 'Another book']) {
      const page = await openNew();
      await page.getByRole('radio', { name: /^Book:/ }).click();
      await page.getByRole('textbox', { name: 'Name' }).fill(name);
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      const response = await page.request.get(new URL(path, page.url()).href);
      const { data } = (await response.json()) as { readonly data: readonly object[] };
      expect(data).toMatchObject([
        { name: 'source-serif-4-italic.woff2', version: 1 },
        { name: 'source-serif-4.woff2', version: 1 },
      ]);
    }
  },
);

variation('a member starts with a blank page', async () => {
  const page = await openNew();
  await inspectPage(page, 'templates-new');
  await page.getByRole('radio', { name: /^Blank page/ }).click();
  await expect.poll(() => page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Untitled');
  await page.getByRole('button', { name: 'Create template' }).click();
  await waitForPage(page, 'Untitled');
  await previewSays(page, 'Hello');
});

variation('a name that is taken is shown at its field', async () => {
  await createDraft(team, { name: 'Invoice' });
  const page = await openNew();
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByText('Another template in this workspace has this name.').waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid'))
    .toBe('true');
});

test('a template of another workspace is not found', LONG, async () => {
  const templateId = await createDraft(await createTeam({ name: 'Elsewhere' }), { name: 'Theirs' });
  const page = await browser.open(`/w/${team.workspaceId}/templates/${templateId}`, { as: team.owner });
  await page.getByRole('heading', { name: 'Template not found' }).waitFor();
  await inspectPage(page, 'template-not-found');
});

async function openNew(): Promise<Page> {
  const page = await browser.open(`/w/${team.workspaceId}/templates/new`, { as: team.member });
  await waitForPage(page, 'New template');
  return page;
}
