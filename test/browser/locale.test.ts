import { beforeAll, expect, test } from 'vitest';
import { keptFile } from '../../schema/api/files.ts';
import { answerOf } from '../../schema/api/paging.ts';
import { startKey, submitKey } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { createTeam, type Team } from './support/people.ts';
import { createKey, print } from './support/printing.ts';
import { variation } from '../support/thorough.ts';

/** Differs from the test machine: for half of the day, the date is a different one. */
const USER = { locale: 'de-DE', timeZone: 'Pacific/Auckland' } as const;

const browser = useBrowser();
let team: Team;
let createdAt: string;
beforeAll(async () => {
  team = await createTeam();
  const { data } = await print(await createKey(team), { htmlContent: '<p>Hallo</p>', filename: 'hallo' });
  const path = `/workspaces/${team.workspaceId}/files/${data.fileId}`;
  ({ createdAt } = (await team.owner.client.expect(answerOf(keptFile), 'GET', path)).data);
});

const german = (options: Intl.DateTimeFormatOptions, instant: string | number = createdAt): string =>
  new Intl.DateTimeFormat(USER.locale, { ...options, timeZone: USER.timeZone }).format(new Date(instant));

const open = (path: string) => browser.open(`/w/${team.workspaceId}/${path}`, { as: team.owner, ...USER });

test('times are in the language and time zone of the browser, and declare their language', async () => {
  const page = await open('files');
  const created = page.getByRole('row', { name: /hallo/ }).locator('time').first();
  await created.waitFor();
  await expect.poll(() => created.getAttribute('lang')).toBe('de-DE');
  await expect.poll(() => created.getAttribute('datetime')).toBe(createdAt);
  await expect
    .poll(() => created.getAttribute('title'))
    .toBe(german({ dateStyle: 'full', timeStyle: 'long' }));
  await expect.poll(() => created.innerText()).toMatch(/^(jetzt|vor \d+ Minuten?)$/);
  await page.getByRole('button', { name: 'hallo.pdf' }).click();
  const facts = page.getByRole('dialog').locator('dl');
  await facts.getByText(german({ dateStyle: 'medium', timeStyle: 'short' }), { exact: true }).waitFor();
});

variation('the audit trail is grouped by local days', async () => {
  const page = await open('audit');
  await page.getByRole('heading', { level: 2, name: german({ dateStyle: 'full' }) }).waitFor();
  const time = page.getByRole('listitem').filter({ hasText: 'live key' }).locator('time');
  await expect.poll(() => time.innerText()).toMatch(/^\d\d:\d\d$/);
});

variation('numbers and the date of the quota use the locale of the browser', async () => {
  const page = await open('usage');
  await page.getByText('1 of 2.500 used').waitFor();
  const now = new Date();
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1);
  const reset = new Intl.DateTimeFormat('de-DE', { dateStyle: 'medium', timeZone: 'UTC' }).format(nextMonth);
  await page.getByText(`The quota resets on ${reset}, 00:00 UTC.`).waitFor();
  await page.goto(page.url().replace(/usage$/, 'settings'));
  await page.getByRole('cell', { name: '30 days', exact: true }).waitFor();
});

variation('a key expires at the end of a local day', async () => {
  const page = await open('keys');
  const dialog = await startKey(page, 'Bis Mai');
  await dialog.getByLabel('Expires').fill('2031-05-17');
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await submitKey(dialog);
  // Auckland is twelve hours ahead in May.
  expect((await sent).postDataJSON()).toMatchObject({ expiresAt: '2031-05-17T11:59:59.000Z' });
  await dialog.getByRole('button', { name: 'Done' }).click();
  await page
    .getByRole('row', { name: /Bis Mai/ })
    .getByText('17.05.2031')
    .waitFor();
});
