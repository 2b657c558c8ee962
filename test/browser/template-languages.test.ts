import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import {
  createDraft,
  editor,
  HTML,
  openTab,
  openTemplate,
  previewIsCurrent,
  previewSays,
  write,
} from './support/template-editor.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

test('a template gets a language in the table, and the preview prints the chosen locale', async () => {
  const templateId = await createDraft(team, { content: '<h1>Plain' });
  const page = await openTemplate(browser, team, templateId);
  await openTab(page, 'Languages');
  for (const locale of ['en', 'de']) {
    await page.getByRole('button', { name: 'Add a locale' }).click();
    await page.getByRole('textbox', { name: 'Locale' }).fill(locale);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  }
  await page.getByRole('button', { name: 'Add a key' }).click();
  await page.getByRole('textbox', { name: 'Key' }).fill('greeting');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('textbox', { name: 'greeting in en' }).fill('Good day');
  await page.getByText('1 missing').waitFor();

  await openTab(page, 'HTML');
  await write(page, HTML, '<h1>{{t "greeting"}}');
  await openTab(page, 'Languages');
  await page.getByText('has no "greeting" (html, line 1, column 5)').waitFor();
  await inspectPage(page, 'template-languages');
  await page.getByRole('textbox', { name: 'greeting in de' }).fill('Guten Tag');
  await previewSays(page, 'Good day');
  await page.getByLabel('Locale of the preview').selectOption('de');
  await previewSays(page, 'Guten Tag');
  await previewIsCurrent(page);

  await page.getByText('JSON', { exact: true }).click();
  await write(page, 'Translations, JSON', '{"en": {"greeting": "Hello"}, "de": {"greeting": "Hallo"}}');
  await previewSays(page, 'Hallo');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await page.getByText(/Saved as version \d/).waitFor();
  const path = `/workspaces/${team.workspaceId}/templates/${templateId}`;
  const answer = z.object({ data: z.object({ translations: z.unknown() }) });
  expect((await team.owner.client.expect(answer, 'GET', path)).data.translations).toEqual({
    en: { greeting: 'Hello' },
    de: { greeting: 'Hallo' },
  });
  await editor(page, 'Translations, JSON').waitFor();
});
