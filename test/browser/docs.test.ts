import { expect, inject, test } from 'vitest';
import { useBrowser } from './support/browser.ts';
import { inspectDocument } from './support/inspect.ts';
import { LONG, typical } from '../support/thorough.ts';

const browser = useBrowser();

test.each(
  typical(
    [
      ['/docs/guide/errors', 'VALIDATION_ERROR', 'errors'],
      ['/docs/guide', 'Guide to the API', 'guide'],
      ['/docs', 'Generate a PDF from HTML, a template, a page or Markdown', 'reference'],
    ],
    1,
  ),
)('%s is readable in both themes and on a phone', LONG, async (path, heading, name) => {
  const page = await browser.newTab();
  await page.goto(path);
  await page.getByRole('heading', { name: heading, exact: true }).first().waitFor();
  await inspectDocument(page, name);
});

test('the headings of the dashboard and of the guide use the font of the service', async () => {
  for (const path of ['/dashboard/sign-in', '/docs/guide']) {
    const page = await browser.newTab();
    await page.goto(path);
    await page.getByRole('heading').first().waitFor();
    const loaded = () =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family);
    await expect.poll(() => page.evaluate(loaded)).toEqual([expect.stringContaining('Source Serif 4')]);
  }
});

test('the service has an icon at /favicon.ico', async () => {
  const answer = await fetch(`${inject('dashboardUrl')}/favicon.ico`);
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([
    200,
    expect.stringMatching(/^image\/(x-icon|vnd\.microsoft\.icon)/),
  ]);
  await answer.body?.cancel();
});
