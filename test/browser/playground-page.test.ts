import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { openRequestTab, response, send } from './support/playground.ts';
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

const choose = (label: string) =>
  page.getByRole('radiogroup', { name: 'Source' }).getByText(label, { exact: true }).click();

describe('the page of the playground', () => {
  variation('shows members whom to ask for a key', async () => {
    await page.getByText('ask an admin or owner of this workspace for a test key').waitFor();
    await expect
      .poll(() => page.getByRole('main').getByRole('link', { name: 'create a key' }).count())
      .toBe(0);
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
    await openRequestTab(page, 'HTML');
    await page.getByRole('textbox', { name: 'HTML', exact: true }).fill('{{#if}}');
    await inspectPage(page, 'playground-html');
    await openRequestTab(page, 'Footer');
    await page.getByLabel('Print a footer').click();
    await inspectPage(page, 'playground-footer');
    await openRequestTab(page, 'Page');
    await page.getByRole('button', { name: /^Advanced/ }).click();
    await inspectPage(page, 'playground-options');
    await openRequestTab(page, 'Request');
    await choose('Saved template');
    await choose('HTML');
    await send(page);
    await response(page).getByText('400 TEMPLATE_COMPILATION_ERROR').waitFor();
    await inspectPage(page, 'playground-refused');
  });
});
