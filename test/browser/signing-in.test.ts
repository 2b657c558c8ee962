import { beforeAll, expect, test } from 'vitest';
import { signIn, waitForPage } from './support/actions.ts';
import { useBrowser, visit } from './support/browser.ts';
import { inspectDocument, inspectPage } from './support/inspect.ts';
import { createTeam, type Team } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();
let team: Team;
beforeAll(async () => {
  team = await createTeam();
});

test('signing in with a password opens the requested page', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/people?from=mail`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await inspectDocument(page, 'sign-in');
  await signIn(page, team.member);
  await waitForPage(page, 'People');
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(`/dashboard/w/${team.workspaceId}/people?from=mail`);
});

variation('the passkey button works while the page still asks for suggestions', async () => {
  const page = await browser.newTab();
  const asked: string[] = [];
  let answerFirst = () => {};
  const isClicked = new Promise<void>((resolve) => {
    answerFirst = resolve;
  });
  await page.route('**/generate-authenticate-options', async (route) => {
    asked.push('asked');
    if (asked.length === 1) await isClicked;
    const response = await route.fetch();
    asked.push('answered');
    await route.fulfill({ response });
  });
  await visit(page, '/sign-in');
  await expect.poll(() => asked).toEqual(['asked']);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  // Time for a second request, which would replace the challenge of the first.
  await page.waitForTimeout(500);
  answerFirst();
  await expect.poll(() => asked).toEqual(['asked', 'answered', 'asked', 'answered']);
});

test('the error for a wrong password does not reveal whether the address exists', LONG, async () => {
  const page = await browser.open('/sign-in');
  await signIn(page, { ...team.member, password: 'not the password' });
  const known = await page.getByRole('alert').innerText();
  expect(known).toContain('You could not sign in');
  expect(known).toMatch(/Request\s+req_/);
  await inspectPage(page, 'sign-in-refused');

  await signIn(page, { email: 'nobody@example.com', password: 'not the password' });
  // Its request id changes.
  await expect.poll(() => page.getByRole('alert').allInnerTexts()).not.toEqual([known]);
  const unknown = await page.getByRole('alert').innerText();
  const withoutId = (text: string) => text.replace(/req_\w+/, '');
  expect(withoutId(unknown)).toBe(withoutId(known));
});

test('signing out opens the sign-in page, and going back shows no data', async () => {
  const page = await browser.open(`/w/${team.workspaceId}/people`, { as: team.admin });
  await waitForPage(page, 'People');
  await page.getByRole('button', { name: 'Account: Bela Admin' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();

  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => page.getByText(team.member.email).count()).toBe(0);
});

test('a link to sign-in cannot lead to another site', async () => {
  const page = await browser.open('/sign-in?next=//evil.example/');
  await signIn(page, team.owner);
  await waitForPage(page, 'Usage');
  expect(new URL(page.url()).hostname).toBe('localhost');
});
