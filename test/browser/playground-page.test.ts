import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { response, send } from './support/playground.ts';
import { createKey } from './support/printing.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
let page: Page;

beforeEach(async () => {
  team = await createTeam();
  page = await browser.open(`/w/${team.workspaceId}/playground`, { as: team.member });
  await page.getByText('No request sent yet').waitFor();
});

const choose = (label: string) => page.getByText(label, { exact: true }).click();

describe('the page of the playground', () => {
  variation('shows members whom to ask for a key', async () => {
    await page.getByText('ask an admin or owner of this workspace for a test key').waitFor();
    await expect
      .poll(() => page.getByRole('main').getByRole('link', { name: 'create a key' }).count())
      .toBe(0);
  });

  test('keeps the focused field visible above its bar', async () => {
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.getByLabel('API key').focus();
    for (let step = 0; step < 30; step += 1) {
      const hidden = await page.evaluate(() => {
        const focused = document.activeElement;
        const bar = document.querySelector('form [aria-describedby=why-not-sent]')?.parentElement;
        if (!focused?.closest('form') || !bar || bar.contains(focused) || focused.matches('.cm-content')) {
          return null;
        }
        const { bottom } = focused.getBoundingClientRect();
        return bottom > bar.getBoundingClientRect().top + 1 ? focused.outerHTML : null;
      });
      expect(hidden, `after ${step} Tabs`).toBeNull();
      // Escape leaves an editor, which uses Tab itself.
      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');
    }
  });

  test('is accessible, before and after a request', LONG, async () => {
    await inspectPage(page, 'playground');
    await page.getByLabel('API key').fill(await createKey(team, 'test'));
    await send(page);
    await response(page).getByText('Hello, Ada').waitFor();
    await inspectPage(page, 'playground-pdf');
    for (const name of ['JSON', 'Headers', 'Timing']) {
      await response(page).getByRole('tab', { name }).click();
      await inspectPage(page, `playground-${name.toLowerCase()}`);
    }
    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('{{#if}}');
    for (const name of ['Header · Off', 'Footer · Off', 'Printing and filename']) {
      await page.getByRole('button', { name }).click();
    }
    await page.getByLabel('Print a footer').click();
    await choose('Saved template');
    await choose('HTML');
    await send(page);
    await response(page).getByText('400 TEMPLATE_COMPILATION_ERROR').waitFor();
    await inspectPage(page, 'playground-refused');
  });
});
