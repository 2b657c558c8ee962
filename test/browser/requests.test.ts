import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { createTeam, type SignedIn, type Team } from './support/people.ts';
import { response, send } from './support/playground.ts';
import { callApi, createKey, createTemplate, print } from './support/printing.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

let team: Team;
let key: string;
let templateId: string;
let requestId: string;

const open = async (search = '', as: SignedIn = team.member): Promise<Page> => {
  const page = await browser.open(`/w/${team.workspaceId}/requests${search}`, { as });
  await waitForPage(page, 'Requests');
  return page;
};

beforeAll(async () => {
  team = await createTeam();
  key = await createKey(team, 'live', 'shop');
  templateId = await createTemplate(team, 'Offer', '<p>Offer for {{customer}}</p>');
  await print(key, { templateId, templateData: { customer: 'Ada' }, filename: 'offer 17' });
  const refused = await callApi(key, { templateId, options: { scale: 99 } });
  requestId = refused.headers.get('X-Request-Id') ?? '';
  await refused.body?.cancel();
});

describe('the requests page', () => {
  test('lists requests, and shows the code and the field of an error, but no data', async () => {
    const page = await open();
    await page.getByText('2 requests shown').waitFor();
    await inspectPage(page, 'requests');
    await page.getByLabel('Outcome').selectOption('Failed');
    await page.getByText('1 request shown').waitFor();
    await page.getByRole('button', { name: requestId }).click();
    const drawer = page.getByRole('dialog', { name: 'Request' });
    await drawer.getByText('options.scale', { exact: true }).waitFor();
    expect(await drawer.getByText('must be 2 or less').count()).toBe(0);
    await drawer.getByText('shop').waitFor();
    await inspectPage(page, 'request');
    const help = drawer.getByRole('link', { name: 'About this error' });
    await expect.poll(() => help.getAttribute('href')).toBe('/docs/guide/errors#validation_error');
    await expect.poll(() => page.url()).toContain(`request=${requestId}`);
  });

  variation('is found by a part of an id', async () => {
    const page = await open();
    await page.getByLabel('Search', { exact: true }).fill(requestId.slice(4, 14));
    await page.getByText('1 request shown').waitFor();
    await page.getByLabel('Search', { exact: true }).fill('nothing has this');
    await page.getByText('No requests match').waitFor();
  });

  variation('opens the template of a request in the playground', async () => {
    const page = await open(`?request=${requestId}`);
    await page.getByRole('link', { name: 'Send again in the playground' }).click();
    await waitForPage(page, 'Playground');
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Template', exact: true }).inputValue())
      .toBe(templateId);
  });

  variation('opens a request of the playground again, from the id of its error', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/playground`, { as: team.member });
    await page.getByLabel('API key').fill(key);
    await page.getByLabel('Idempotency key', { exact: true }).fill('from the playground');
    await page.getByRole('textbox', { name: 'Filename', exact: true }).fill('..');
    await send(page);
    await response(page).getByRole('link', { name: /^req_/ }).click();
    await page.getByRole('link', { name: 'Send again in the playground' }).click();
    await waitForPage(page, 'Playground');
    await expect
      .poll(() => page.getByLabel('Idempotency key', { exact: true }).inputValue())
      .toBe('from the playground');
  });

  test('is cleared by an admin after a confirmation', LONG, async () => {
    const other = await createTeam();
    await (await callApi(await createKey(other), {})).body?.cancel();
    const as = other.admin;
    const page = await browser.open(`/w/${other.workspaceId}/requests`, { as });
    await page.getByText('1 request shown').waitFor();
    await page.getByRole('button', { name: 'Clear the log' }).click();
    await inspectPage(page, 'requests-clear');
    await page.getByRole('dialog').getByRole('button', { name: 'Clear the log' }).click();
    await page.getByText('No requests yet').waitFor();
  });
});

describe('the search', () => {
  test('opens with Ctrl+K and finds pages, templates, files and requests', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.member });
    await waitForPage(page, 'Settings');
    await page.keyboard.press('Control+k');
    const field = page.getByRole('combobox', { name: /^Search pages/ });
    await field.fill('off');
    const options = page.getByRole('option');
    await expect
      .poll(() => options.allTextContents())
      .toEqual([`TemplatesOffer${templateId}`, expect.stringMatching(/^Filesoffer 17\.pdffile_\w+$/)]);
    await inspectPage(page, 'search');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await waitForPage(page, 'Files');
    await page.getByRole('dialog').getByText('Offer for Ada').waitFor();
  });

  variation('opens a file while another one is open', async () => {
    const other = await createTeam();
    const otherKey = await createKey(other);
    for (const name of ['first', 'second']) {
      await print(otherKey, { htmlContent: `<p>The ${name} page</p>`, filename: `${name} file` });
    }
    const page = await browser.open(`/w/${other.workspaceId}/files`, { as: other.member });
    await page.getByRole('button', { name: 'first file.pdf' }).click();
    await page.getByRole('dialog').getByText('The first page').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: /^Search pages/ }).fill('second');
    await page.getByRole('option').filter({ hasText: 'second file.pdf' }).click();
    await page.getByRole('dialog').getByText('The second page').waitFor();
  });

  variation('leads from a request id to the request', async () => {
    const page = await browser.open(`/w/${team.workspaceId}/settings`, { as: team.member });
    await page.getByRole('button', { name: /^Search/ }).click();
    await page.getByRole('combobox', { name: /^Search pages/ }).fill(requestId);
    await page.getByRole('option').filter({ hasText: 'VALIDATION_ERROR' }).click();
    await waitForPage(page, 'Requests');
    await page.getByRole('dialog', { name: 'Request' }).getByText('options.scale').first().waitFor();
  });
});
