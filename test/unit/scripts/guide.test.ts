import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorPage } from '../../../schema/api/error-page.ts';
import { ERRORS } from '../../../schema/api/errors.ts';
import { CONSOLE_ERRORS } from '../../../schema/console/errors.ts';
import { GUIDE } from '../../../scripts/build/build-guide.ts';

let folder: string;
const pages = new Map<string, string>();

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'guide-'));
  await GUIDE.make(folder);
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.html'))) {
    const name = file.replace(/(?:\/?index)?\.html$/, '');
    const address = `/docs/guide${name === '' ? '' : `/${name}`}`;
    pages.set(address, readFileSync(join(folder, file), 'utf8'));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

const idsOf = (html: string) => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);

test('the guide, the contract and the errors are pages of the service', () => {
  expect([...pages.keys()]).toEqual(
    expect.arrayContaining(['/docs/guide', '/docs/guide/contract', '/docs/guide/errors']),
  );
});

test('the list for language models names each page, which is there as Markdown', () => {
  const list = readFileSync(join(folder, 'llms.txt'), 'utf8');
  const named = [...list.matchAll(/\(\/docs\/([\w-]+\.md)\)/g)].map(([, file = '']) => file);
  expect(named).toHaveLength(pages.size);
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(named));
});

test('each error code has a heading on the page that its link names', () => {
  const codes = [...Object.keys(ERRORS), ...Object.keys(CONSOLE_ERRORS)];
  const missing = codes.filter((code) => {
    const [page = '', id] = errorPage(code).split('#');
    return !idsOf(pages.get(page) ?? '').includes(id);
  });
  expect(missing).toEqual([]);
});

test('each link leads to a page of the service and a heading in it, or to the web', () => {
  const markdown = readdirSync(folder).filter((name) => name.endsWith('.md'));
  const others = [
    '/docs',
    '/docs/style.css',
    '/dashboard/',
    '/favicon.ico',
    ...markdown.map((name) => `/docs/${name}`),
  ];
  const broken = [...pages].flatMap(([address, html]) =>
    [...html.matchAll(/href="([^"]+)"/g)]
      .map(([, href = '']) => href)
      .filter((href) => !/^https?:/.test(href) && !others.includes(href))
      .filter((href) => {
        const [page, id] = href.split('#');
        const target = pages.get(page === '' || page === undefined ? address : page);
        return target === undefined || (id !== undefined && !idsOf(target).includes(decodeURIComponent(id)));
      })
      .map((href) => `${address}: ${href}`),
  );
  expect(broken).toEqual([]);
});

test('no page has a script, a style of its own or a comment', () => {
  for (const html of pages.values()) expect(html).not.toMatch(/<script|<style| style="|<!--/);
});
