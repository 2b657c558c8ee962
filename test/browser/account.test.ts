import type { Page } from 'playwright-core';
import { beforeEach, expect, inject, test } from 'vitest';
import { chooseAction, signIn, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { ConsoleClient } from './support/console-client.ts';
import { inspectPage } from './support/inspect.ts';
import { createOwner, type SignedIn } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

const browser = useBrowser();
let user: SignedIn;
beforeEach(async () => {
  user = await createOwner();
});

test('the account page is accessible', LONG, async () => {
  const page = await browser.open('/account', { as: user });
  await page.getByText('This browser').waitFor();
  await inspectPage(page, 'account');
});

variation('a new name is shown at once, also in the header', async () => {
  const page = await browser.open('/account', { as: user });
  await page.getByLabel('Your name').fill('Adele Renamed');
  await page.getByRole('button', { name: 'Save name' }).click();
  await page.getByRole('button', { name: 'Account: Adele Renamed' }).waitFor();
});

variation('a session that was ended in another browser is signed out at its next request', async () => {
  const other = await browser.open('/sign-in', { userAgent: FIREFOX });
  await signIn(other, user);
  await waitForPage(other, 'Usage');

  const page = await browser.open('/account', { as: user });
  await page.getByRole('button', { name: 'End Firefox on Windows' }).click();
  await page.getByText('Firefox on Windows').waitFor({ state: 'detached' });

  await other.getByRole('link', { name: 'People' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
});

variation('an open page redirects to sign-in when its session has ended', async () => {
  const page = await browser.open('/account', { as: user, ownTab: true });
  await page.getByText('This browser').waitFor();
  await page.clock.install();
  await user.client.send('POST', '/auth/revoke-sessions');
  await page.clock.fastForward('02:00');
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => page.getByText(user.email).count()).toBe(0);
});

variation('one click ends all other sessions and keeps this one', async () => {
  const others = await Promise.all([1, 2].map(() => ConsoleClient.signIn(inject('dashboardUrl'), user)));
  const page = await browser.open('/account', { as: user });
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('button', { name: 'End all other sessions' }).waitFor({ state: 'detached' });

  for (const other of others) expect((await other.session()).person).toBeNull();
  await page.reload();
  await waitForPage(page, 'Account');
});

test('changing the password needs the current one and ends the other sessions', async () => {
  const other = await ConsoleClient.signIn(inject('dashboardUrl'), user);
  const page = await browser.open('/account', { as: user });
  await page.getByRole('textbox', { name: 'Current password' }).fill('not my password');
  await page.getByRole('textbox', { name: 'New password' }).fill('a much better password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('is wrong').waitFor();
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Current password' }).getAttribute('aria-invalid'))
    .toBe('true');

  await page.getByRole('textbox', { name: 'Current password' }).fill(user.password);
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed.').waitFor();

  expect((await other.session()).person).toBeNull();
  const { email, password } = user;
  const client = new ConsoleClient(inject('dashboardUrl'));
  expect(await client.refusal('POST', '/auth/sign-in/email', { email, password })).toBe(
    'INVALID_CREDENTIALS',
  );
  const renewed = { email, password: 'a much better password' };
  expect(await client.refusal('POST', '/auth/sign-in/email', renewed)).toBeNull();
});

/** A virtual device that stores passkeys and always confirms. */
async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('a user adds a passkey, signs in with it, renames it and removes it', LONG, async () => {
  const page = await browser.open('/account', { as: user, ownTab: true });
  await addAuthenticator(page);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Laptop');
  await inspectPage(page, 'account-add-passkey');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Actions for Laptop' }).waitFor();

  // This authenticator would accept a suggestion of the email field by itself, maybe before the click.
  await page.evaluate('PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)');
  await page.getByRole('button', { name: 'Account: Ada Owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await waitForPage(page, 'Usage');

  await page.goto(`${inject('dashboardUrl')}/dashboard/account`);
  await chooseAction(page, 'Laptop', 'Rename');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Old laptop');
  await page.getByRole('button', { name: 'Save name' }).last().click();
  await chooseAction(page, 'Old laptop', 'Remove');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click();
  await page.getByRole('button', { name: 'Actions for Old laptop' }).waitFor({ state: 'detached' });
});
