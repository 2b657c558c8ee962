import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newTeam, type Team } from './support/people.ts';
import {
  newTemplate,
  openTab,
  openTemplate,
  previewIsCurrent,
  previewSays,
  write,
} from './support/template-editor.ts';

const HTML = 'HTML of the document';

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await newTeam();
});

const open = async (options: Parameters<typeof newTemplate>[1] = {}): Promise<Page> => {
  const page = await openTemplate(browser, team, await newTemplate(team, options));
  await previewIsCurrent(page);
  return page;
};

const openOnPhone = async (): Promise<Page> =>
  openTemplate(browser, team, await newTemplate(team, {}), { as: 'member', width: 360, height: 780 });

test('on a phone the preview is a tab, and the chosen tab is always in sight', async () => {
  const page = await openOnPhone();
  await openTab(page, 'Preview');
  await previewSays(page, 'Hello');
  await inspectPage(page, 'template-phone');

  const isInSight = (name: string) =>
    page.getByRole('tab', { name }).evaluate((tab) => {
      const { left, right } = tab.getBoundingClientRect();
      return left >= 0 && right <= innerWidth;
    });
  await page.getByRole('tab', { name: 'Preview' }).focus();
  for (const name of ['HTML', 'Header', 'Footer', 'Data', 'Page', 'Schema', 'Versions', 'Preview']) {
    await page.keyboard.press('ArrowRight');
    await page.getByRole('tab', { name, selected: true }).waitFor();
    await expect.poll(() => isInSight(name)).toBe(true);
  }
});

test('saving what is not finished shows its tab on a phone too', async () => {
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

test('every tab holds in both themes and on a phone', async () => {
  const page = await open({ settings: { footer: { content: '<p>Page {{pageNumber}}</p>' } } });
  for (const name of ['Data', 'Footer', 'Schema', 'Versions']) {
    await openTab(page, name);
    await page.getByRole('tabpanel', { name: new RegExp(`^${name}`) }).waitFor();
    await inspectPage(page, `template-${name.toLowerCase()}`);
  }
});

test('the suggestions hold in both themes', async () => {
  const page = await open();
  await write(page, HTML, '');
  await page.keyboard.type('{{curr');
  await page.getByRole('listbox').getByRole('option').first().waitFor();
  await inspectPage(page, 'template-completion');
});
