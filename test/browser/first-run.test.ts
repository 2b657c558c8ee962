import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Operator } from '../../scripts/installation/operator.ts';
import { fillNewAccount, waitForPage } from './support/actions.ts';
import { useBrowser } from './support/browser.ts';
import { inspectPage } from './support/inspect.ts';
import { newcomer } from './support/people.ts';
import { type FreshService, startFreshService } from './support/service-setup.ts';
import { LONG, variation } from '../support/thorough.ts';

const browser = useBrowser();

async function fillIn(page: Page, name: string): Promise<void> {
  await fillNewAccount(page, newcomer(name));
  await page.getByRole('textbox', { name: 'Workspace' }).fill(`${name}'s press`);
}

describe('on a local instance', () => {
  let service: FreshService;
  beforeAll(async () => {
    service = await startFreshService();
  });
  afterAll(() => service.stop());

  test('every page redirects to the setup, which validates its fields', LONG, async () => {
    const page = await browser.open('/account', { url: service.url });
    await page.getByRole('heading', { name: 'Welcome to Platen' }).waitFor();
    await page.getByRole('button', { name: 'Create account and workspace' }).click();
    await page.getByText('Enter a name').first().waitFor();
    await page.getByText('Use at least 10 characters', { exact: true }).waitFor();
    await expect.poll(() => page.getByLabel('Setup token').count()).toBe(0);
    await inspectPage(page, 'setup');
  });

  variation(
    'if two browsers finish the setup at the same time, one creates the owner and one is sent to sign-in',
    async () => {
      // It is like the workspace of `npm start`: the owner takes it over and gives it a name.
      await new Operator(service.url, service.operatorToken).createWorkspace({ name: 'Local' });
      const [first, second] = await Promise.all([
        browser.open('/', { url: service.url }),
        browser.open('/', { url: service.url }),
      ]);
      await Promise.all([fillIn(first, 'Frieda First'), fillIn(second, 'Sam Second')]);
      await Promise.all(
        [first, second].map((page) =>
          page.getByRole('button', { name: 'Create account and workspace' }).click(),
        ),
      );

      const outcome = async (page: Page) => {
        const signedIn = page.getByRole('heading', { name: 'Usage', level: 1 });
        const refused = page.getByRole('heading', { name: 'This instance already has an owner' });
        await signedIn.or(refused).waitFor();
        return (await signedIn.isVisible()) ? 'owner' : 'refused';
      };
      const outcomes = await Promise.all([outcome(first), outcome(second)]);
      expect(outcomes.toSorted()).toEqual(['owner', 'refused']);

      const [refused, owner] = outcomes[0] === 'refused' ? [first, second] : [second, first];
      await owner.getByRole('button', { name: /'s press/ }).waitFor();
      await expect.poll(() => owner.getByText('Local', { exact: true }).count()).toBe(0);
      await refused.getByRole('link', { name: 'Go to sign-in' }).click();
      await refused.getByRole('heading', { name: 'Sign in' }).waitFor();
    },
  );
});

variation('the setup of a deployed instance requires the token of the deployment', async () => {
  const token = 'token-of-this-deployment';
  const service = await startFreshService(token);
  onTestFinished(() => service.stop());
  const page = await browser.open('/', { url: service.url });
  await fillIn(page, 'Dana Deployer');
  await page.getByRole('textbox', { name: 'Setup token' }).fill('a guess of somebody else');
  await page.getByRole('button', { name: 'Create account and workspace' }).click();
  await page.getByRole('alert').getByText('The setup token is missing or incorrect.').waitFor();

  await page.getByRole('textbox', { name: 'Setup token' }).fill(token);
  await page.getByRole('button', { name: 'Create account and workspace' }).click();
  await waitForPage(page, 'Usage');
  await page.getByRole('button', { name: "Workspace: Dana Deployer's press" }).waitFor();
});
