import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { STARTERS } from '../../dashboard/starters/starters.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newTeam, type Team } from './support/people.ts';
import { newTemplate, previewIsCurrent, previewSays } from './support/template-editor.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await newTeam();
});

const openList = async (): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/templates`, { as: team.member });
  await page.getByRole('heading', { name: 'Templates', level: 1 }).waitFor();
  return page;
};

test('a workspace without templates says what to do', async () => {
  const page = await openList();
  await page.getByRole('heading', { name: 'No template yet' }).waitFor();
  await inspectPage(page, 'templates-empty');
  await page.getByRole('link', { name: 'New template' }).click();
  await page.getByRole('heading', { name: 'New template', level: 1 }).waitFor();
});

test('templates are listed with their state, and found by a part of their names', async () => {
  await newTemplate(team, { name: 'Invoice, Germany', publish: true });
  await newTemplate(team, { name: 'Reminder' });
  const page = await openList();
  await page.getByRole('row', { name: /Invoice, Germany Version 1 published/ }).waitFor();
  await page.getByRole('row', { name: /Reminder Draft, never published/ }).waitFor();
  await inspectPage(page, 'templates');

  const search = page.getByRole('searchbox', { name: 'Search templates' });
  await search.fill('germ');
  await page.getByText('1 template shown').waitFor();
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Invoice, Germany']);
  await search.fill('nowhere');
  await page.getByRole('heading', { name: 'No template of this name' }).waitFor();
});

test('a long list comes in pages', async () => {
  for (const name of ['First', 'Second', 'Third']) await newTemplate(team, { name });
  const page = await openList();
  // Two a page, so that three are a long list.
  await page.route('**/templates?**', (route) => route.continue({ url: `${route.request().url()}&limit=2` }));
  await page.route('**/templates', (route) => route.continue({ url: `${route.request().url()}?limit=2` }));
  await page.reload();
  await page.getByText('2 templates shown').waitFor();
  await page.getByRole('button', { name: 'Show more templates' }).click();
  await page.getByText('3 templates shown').waitFor();
  await expect.poll(() => page.getByRole('rowheader').allInnerTexts()).toEqual(['Third', 'Second', 'First']);
});

/** What the PDF of each starter says. */
const PRINTED = {
  invoice: 'Köhler & Söhne GmbH',
  receipt: 'Ostler Coffee',
  letter: 'Dear Dr. Okafor',
  certificate: 'Clara Johansson',
  report: 'Nordlys Energi',
  'packing-slip': 'Rosa Delgado',
} as const;

test.each(STARTERS)('a member begins with the starter $title and sees its PDF', async ({ name, title }) => {
  const page = await openNew();
  await page.getByRole('radio', { name: new RegExp(`^${title}:`) }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill(`Our ${title}`);
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('heading', { name: `Our ${title}`, level: 1 }).waitFor();
  await previewSays(page, PRINTED[name]);
  await previewIsCurrent(page);
  expect(await page.getByText('has a mistake').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
});

test('a member begins with a blank page', async () => {
  const page = await openNew();
  await inspectPage(page, 'templates-new');
  await page.getByRole('radio', { name: /^Blank page/ }).click();
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Untitled');
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByRole('heading', { name: 'Untitled', level: 1 }).waitFor();
  await previewSays(page, 'Hello');
});

test('a name that is taken is told at its field', async () => {
  await newTemplate(team, { name: 'Invoice' });
  const page = await openNew();
  await page.getByRole('button', { name: 'Create template' }).click();
  await page.getByText('Another template of this workspace has this name.').waitFor();
  expect(await page.getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid')).toBe('true');
});

test('a template of another workspace is not here', async () => {
  const templateId = await newTemplate(await newTeam({ name: 'Elsewhere' }), { name: 'Theirs' });
  const page = await browser.open(`/w/${team.workspaceId}/templates/${templateId}`, { as: team.owner });
  await page.getByRole('heading', { name: 'This template is not here' }).waitFor();
  await inspectPage(page, 'template-not-found');
});

async function openNew(): Promise<Page> {
  const page = await browser.open(`/w/${team.workspaceId}/templates/new`, { as: team.member });
  await page.getByRole('heading', { name: 'New template', level: 1 }).waitFor();
  return page;
}
