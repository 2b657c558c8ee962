import { expect, inject, test } from 'vitest';
import { localSecrets } from '../../scripts/local/local-secrets.ts';
import { Operator } from '../../scripts/installation/operator.ts';
import { signIn, toDashboardPath, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectDocument, inspectPage } from './support/inspect.ts';
import { createOwner } from './support/people.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

/** As `npm run -s operator -- person recover` makes it. */
const linkFor = async (email: string): Promise<string> => {
  const operator = new Operator(inject('dashboardUrl'), localSecrets().operatorToken);
  const { url } = await operator.createRecovery(email);
  return toDashboardPath(String(url));
};

const NEW_PASSWORD = 'a new password of the owner';

test('a link sets a new password, signs in and ends the sessions elsewhere', LONG, async () => {
  const owner = await createOwner();
  const elsewhere = await browser.open('/account', { as: owner });
  await waitForPage(elsewhere, 'Account');
  const link = await linkFor(owner.email);

  const page = await browser.open(link);
  await page.getByRole('heading', { name: 'New password' }).waitFor();
  await page.getByText(owner.email).waitFor();
  await inspectDocument(page, 'recovery');

  const submit = page.getByRole('button', { name: 'Set the password and sign in' });
  await page.getByRole('textbox', { name: 'New password' }).fill('short');
  await submit.click();
  await page.getByText('at least 10 characters').first().waitFor();
  await inspectPage(page, 'recovery-too-short');

  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await submit.click();
  await waitForPage(page, 'Account');

  await elsewhere.reload();
  await elsewhere.getByRole('heading', { name: 'Sign in' }).waitFor();
  await signIn(elsewhere, owner);
  await elsewhere.getByText('You could not sign in').waitFor();
  await signIn(elsewhere, { ...owner, password: NEW_PASSWORD });
  await waitForPage(elsewhere, 'Account');

  const again = await browser.open(link);
  await again.getByRole('heading', { name: 'This link is not valid' }).waitFor();
  await inspectPage(again, 'recovery-used');
});

variation('a newer link ends the one before, also on a page that is open', async () => {
  const owner = await createOwner();
  const page = await browser.open(await linkFor(owner.email));
  await page.getByRole('heading', { name: 'New password' }).waitFor();
  await linkFor(owner.email);
  await page.getByRole('textbox', { name: 'New password' }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set the password and sign in' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  expect(await alert.innerText()).toContain('Your password was not changed');
});
