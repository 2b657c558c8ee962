import { beforeEach, expect, test } from 'vitest';
import { inProject } from '../../scripts/project.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { openNewTemplate, openTab, previewSays } from './support/template-editor.ts';
import { LONG, variation } from '../support/thorough.ts';

const LETTERHEAD = inProject('packages/pdf/test/fixtures/three-pages.pdf');

const browser = useBrowser();
let team: Team;
beforeEach(async () => {
  team = await createTeam();
});

test('the Page tab has metadata, attachments, a watermark and passwords', LONG, async () => {
  const page = await openNewTemplate(browser, team);
  await openTab(page, 'Page');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });

  await field('Text').fill('DRAFT {{title}}');
  await previewSays(page, 'DRAFT Hello');
  await field('Title').fill('{{title}}');
  await field('Keywords').fill('one, two');
  expect(await field('Keywords').inputValue()).toBe('one, two');
  await page.getByRole('button', { name: 'Add an attachment' }).click();
  await field('Name of attachment 1').fill('data.json');
  await field('Content of attachment 1').fill('{ "title": "{{title}}" }');

  await field('User password').fill('secret');
  await page.getByText('must be one placeholder').waitFor();
  await field('User password').fill('{{password}}');
  await page.getByText('must be one placeholder').waitFor({ state: 'hidden' });
  await field('Owner password').fill('{{password}}');
  await page.getByRole('switch', { name: 'Limit what readers may do' }).click();
  await page.getByRole('combobox', { name: 'Printing' }).selectOption('At low resolution');
  await inspectPage(page, 'template-finishing');
});

test('the Page tab has a letterhead, which is a PDF on the page Assets', LONG, async () => {
  const assets = await browser.open(`/w/${team.workspaceId}/assets`, { as: team.member });
  await assets.locator('input[type="file"]').setInputFiles(LETTERHEAD);
  await assets.getByRole('row', { name: /three-pages.pdf PDF/ }).waitFor();
  const page = await openNewTemplate(browser, team);
  await openTab(page, 'Page');
  await page.getByRole('button', { name: /^Advanced/ }).click();
  await page.getByRole('textbox', { name: 'Asset', exact: true }).fill('three-pages.pdf');
  await previewSays(page, 'One\n');
  await page.getByText(/The letterhead has 100 × 80 mm/).waitFor();
  await page.getByRole('combobox', { name: 'Below the first page' }).selectOption('None');
  await page.getByText(/The letterhead has 100 × 80 mm/).waitFor({ state: 'hidden' });
  await previewSays(page, 'Hello');
});

variation(
  'the Page tab makes an electronic invoice, and the preview names the rules that it breaks',
  async () => {
    const page = await openNewTemplate(browser, team);
    await openTab(page, 'Page');
    await page.getByRole('button', { name: /^Advanced/ }).click();
    await page.getByRole('combobox', { name: 'E-invoice' }).selectOption('Factur-X EN 16931');
    const path = page.getByRole('textbox', { name: 'Invoice in the data' });
    expect(await path.inputValue()).toBe('.');
    await page
      .getByText(/^templateData\.\w+.*: BR-\d+/)
      .first()
      .waitFor();
    await path.scrollIntoViewIfNeeded();
    await inspectPage(page, 'template-e-invoice');
    await page.getByRole('combobox', { name: 'Made from' }).selectOption('XML template');
    await page.getByRole('textbox', { name: 'XML template' }).fill('<a>{{#if number}}</a>');
    await page
      .getByText(/if.*is not closed|opened at/i)
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'E-invoice' }).selectOption('No');
    await previewSays(page, 'Hello');
  },
);
