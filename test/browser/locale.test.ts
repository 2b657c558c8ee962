import { beforeAll, expect, test } from 'vitest';
import { keptFile } from '../../schema/api/files.ts';
import { answerOf } from '../../schema/api/paging.ts';
import { useBrowser } from './support/browser.ts';
import { newTeam, type Team } from './support/people.ts';
import { keyOf, print } from './support/printing.ts';

/** A German in New Zealand: neither is what the tests' machine has, and the day is another one for half of it. */
const READER = { locale: 'de-DE', timeZone: 'Pacific/Auckland' } as const;

const browser = useBrowser();
let team: Team;
let createdAt: string;
beforeAll(async () => {
  team = await newTeam();
  const { data } = await print(await keyOf(team), { htmlContent: '<p>Hallo</p>', filename: 'hallo' });
  const path = `/workspaces/${team.workspaceId}/files/${data.fileId}`;
  ({ createdAt } = (await team.owner.client.expect(answerOf(keptFile), 'GET', path)).data);
});

const german = (options: Intl.DateTimeFormatOptions, instant: string | number = createdAt): string =>
  new Intl.DateTimeFormat(READER.locale, { ...options, timeZone: READER.timeZone }).format(new Date(instant));

const open = (path: string) => browser.open(`/w/${team.workspaceId}/${path}`, { as: team.owner, ...READER });

test('a file’s times are those of the reader’s language and clock, and say in which language they are', async () => {
  const page = await open('files');
  const made = page.getByRole('row', { name: /hallo/ }).locator('time').first();
  await made.waitFor();
  expect(await made.getAttribute('lang')).toBe('de-DE');
  expect(await made.getAttribute('datetime')).toBe(createdAt);
  expect(await made.getAttribute('title')).toBe(german({ dateStyle: 'full', timeStyle: 'long' }));
  expect(await made.innerText()).toMatch(/^(jetzt|vor \d+ Minuten?)$/);
  await page.getByRole('button', { name: 'hallo.pdf' }).click();
  const facts = page.getByRole('dialog').locator('dl');
  await facts.getByText(german({ dateStyle: 'medium', timeStyle: 'short' }), { exact: true }).waitFor();
});

test('the audit trail is divided by the reader’s days', async () => {
  const page = await open('audit');
  await page.getByRole('heading', { level: 2, name: german({ dateStyle: 'full' }) }).waitFor();
  const time = page.getByRole('listitem').filter({ hasText: 'live key' }).locator('time');
  expect(await time.innerText()).toMatch(/^\d\d:\d\d$/);
});

test('numbers and the days of the quota are written as the reader writes them', async () => {
  const page = await open('usage');
  await page.getByText('1 of 2.500 used').waitFor();
  const now = new Date();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const reset = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' }).format(nextMonth);
  await page.getByText(`The quota is whole again on ${reset}, 00:00 UTC.`).waitFor();
  await page.goto(page.url().replace(/usage$/, 'settings'));
  await page.getByRole('cell', { name: '30 days', exact: true }).waitFor();
});

test('a key expires at the end of a day of the reader’s', async () => {
  const page = await open('keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bis Mai');
  await dialog.getByLabel('Expires').fill('2031-05-17');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  // Auckland is twelve hours ahead in May.
  expect((await sent).postDataJSON()).toMatchObject({ expiresAt: '2031-05-17T11:59:59.000Z' });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page
    .getByRole('row', { name: /Bis Mai/ })
    .getByText('17.05.2031')
    .waitFor();
});
