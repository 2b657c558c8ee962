import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import {
  createDraft,
  HTML,
  openNewTemplate,
  openTab,
  openTemplate,
  previewSays,
  type TemplateOptions,
  write,
} from './support/template-editor.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

const open = (options?: TemplateOptions): Promise<Page> => openNewTemplate(browser, team, options);

const openOnPhone = async (): Promise<Page> =>
  openTemplate(browser, team, await createDraft(team, {}), { as: 'member', width: 360, height: 780 });

variation('on a phone the preview is a tab, and the selected tab is visible', async () => {
  const page = await openOnPhone();
  await openTab(page, 'Preview');
  await previewSays(page, 'Hello');
  await inspectPage(page, 'template-phone');

  const isVisible = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
  await page.getByRole('tab', { name: 'Preview' }).focus();
  for (const name of [
    'HTML',
    'Header',
    'Footer',
    'Data',
    'Page',
    'Schema',
    'Languages',
    'Versions',
    'Preview',
  ]) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await expect.poll(() => isVisible(name)).toBe(true);
  }
});

variation('saving invalid JSON opens its tab, on a phone too', async () => {
  const page = await openOnPhone();
  await openTab(page, 'Schema');
  await write(page, 'Data schema', '{"type": ');
  await openTab(page, 'HTML');
  await page.getByRole('button', { name: 'Save draft' }).click();
  const tab = page.getByRole('tab', { name: /^Schema/, selected: true });
  await tab.waitFor();
  await expect
    .poll(() => tab.evaluate((element) => element.getBoundingClientRect().right <= innerWidth))
    .toBe(true);
});

test('every tab is accessible', LONG, async () => {
  const page = await open({ settings: { footer: { content: '<p>Page {{pageNumber}}</p>' } } });
  for (const name of ['Data', 'Footer', 'Schema', 'Versions']) {
    await openTab(page, name);
    await page.getByRole('tabpanel', { name: new RegExp(`^${name}`) }).waitFor();
    await inspectPage(page, `template-${name.toLowerCase()}`);
  }
});

variation('the suggestions are accessible in both themes', async () => {
  const page = await open();
  await write(page, HTML, '');
  await page.keyboard.type('{{curr');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await inspectPage(page, 'template-completion');
});
