import { expect, inject, test } from 'vitest';
import { readFile } from 'node:fs/promises';
import { generateResponse } from '../../schema/api/generate.ts';
import { expectGenerated, expectRefusal, send, Tenant } from '../support/service-client.ts';
import { sendHtml, useWebPage } from '../support/web-page.ts';
import { variation } from '../support/thorough.ts';

const page = useWebPage();

test('a public page is printed, with its report and its way of being made', async () => {
  const tenant = await Tenant.create();
  page.answer = ({ url }, response) => {
    if (url === '/') response.writeHead(302, { Location: '/report' }).end();
    else if (url === '/report')
      sendHtml(response, '<title>Report</title><h1>Printed</h1><img src="/missing.png">');
    else response.writeHead(404).end();
  };
  const body = {
    url: page.url('/'),
    headers: { Authorization: 'Bearer header-secret' },
    cookies: [{ name: 'session', value: 'cookie-secret', path: '/report' }],
    templateData: { name: 'Ada' },
    options: { report: true, header: { content: '{{name}}: <i class="title"></i>' }, waitForSelector: 'h1' },
  };
  const answer = await tenant.generate(body);
  const { data, report } = generateResponse.parse(JSON.parse(answer.text));
  expect([data.generationMethod, data.templateUsed, data.filename]).toEqual(['url', null, 'document.pdf']);
  expect(report).toMatchObject({
    finalUrl: page.url('/report'),
    failedResources: [{ url: page.url('/missing.png'), reason: 'the server answered 404' }],
  });
  expect(page.requests.map(({ url, headers }) => [url, headers.authorization, headers.cookie])).toEqual([
    ['/', 'Bearer header-secret', undefined],
    ['/report', 'Bearer header-secret', 'session=cookie-secret'],
    ['/missing.png', 'Bearer header-secret', undefined],
  ]);
  const { text } = await tenant.print(body);
  expect(text).toMatch(/Printed.*Ada: Report/s);
  const listed = await send('/v1/files', { headers: { 'X-API-Key': tenant.key } });
  expect(listed.text).toContain('"generationMethod":"url"');
});

test('a page that cannot be printed is refused with a reason, and costs nothing', async () => {
  const tenant = await Tenant.create();
  const missing = expectRefusal(
    await tenant.generate({ url: page.url('/').replace('page.', 'nothing.') }),
    'VALIDATION_ERROR',
  );
  expect(missing.details).toEqual([expect.stringMatching(/^url: /)]);
  page.answer = (_request, response) =>
    response.writeHead(500, { 'Content-Type': 'text/html' }).end('broken');
  const failed = expectRefusal(await tenant.generate({ url: page.url('/') }), 'VALIDATION_ERROR');
  expect(failed.details).toEqual(['url: its server answered 500']);
  page.answer = (_request, response) =>
    response.writeHead(200, { 'Content-Type': 'application/pdf' }).end('%PDF-');
  const pdf = expectRefusal(await tenant.generate({ url: page.url('/') }), 'VALIDATION_ERROR');
  expect(pdf.details).toEqual(['url: must be HTML, and its server sent application/pdf']);
  expect(await tenant.quotaUsed()).toBe(0);
});

test('a job prints a page with its headers and cookies, and neither the job nor the log has them', async () => {
  const tenant = await Tenant.create();
  const body = {
    url: page.url('/'),
    headers: { 'X-Secret': 'header-secret' },
    cookies: [{ name: 'a', value: 'cookie-secret' }],
  };
  const answer = expectGenerated(await tenant.generate(body, { Prefer: 'respond-async, wait=60' }));
  expect(answer.data.generationMethod).toBe('url');
  expect(page.requests.map(({ headers }) => [headers['x-secret'], headers.cookie])).toEqual([
    ['header-secret', 'a=cookie-secret'],
  ]);
  const jobs = await send('/v1/jobs', { headers: { 'X-API-Key': tenant.key } });
  expect(jobs.text + (await readFile(inject('serviceLog'), 'utf8'))).not.toMatch(/(header|cookie)-secret/);
});

test('Markdown is printed with its values, its options and a stylesheet', async () => {
  const tenant = await Tenant.create();
  const body = {
    markdown:
      '# Offer {{number}}\n\n{{#each items}}\n- [x] {{name}}\n{{/each}}\n\n| a | b |\n| - | - |\n| 1 | {{note}} |',
    templateData: { number: '17', items: [{ name: '*A*' }, { name: 'B' }], note: 'x | y' },
    options: { format: 'A5', footer: { content: '<b class="title"></b>' } },
  };
  const { data } = expectGenerated(await tenant.generate(body));
  expect([data.generationMethod, data.filename]).toEqual(['markdown', 'document.pdf']);
  const { text, pages } = await tenant.print(body);
  expect(pages).toHaveLength(1);
  expect(text.replaceAll(/\s+/g, ' ')).toMatch(/^Offer 17 \*A\* B a b 1 x \| y ?Offer 17$/);
});

variation(
  'long Markdown is composed by the container, and refused without one or beyond its limit',
  async () => {
    const tenant = await Tenant.create({ plan: 'starter' });
    const items = (count: number) => ({
      markdown: '{{#each items}}{{this}} {{/each}}',
      templateData: { items: Array(count).fill('word') },
    });
    expectGenerated(await tenant.generate(items(30_000)));
    const refused = expectRefusal(await tenant.generate(items(210_000)), 'VALIDATION_ERROR');
    expect(refused.details).toEqual([
      'markdown: has 1050000 characters after templating; Markdown may have 1000000 here',
    ]);
  },
);

test.each([
  [{}, 'htmlContent: is required, unless templateId, url or markdown is given'],
  [{ url: 'https://example.com', markdown: 'a' }, 'url: must not be given together with markdown'],
  [{ markdown: 'a', cookies: [] }, 'cookies: needs url'],
  [{ url: 'ftp://example.com/' }, 'url: must be an http or https URL'],
  [{ url: 'https://a:b@example.com/' }, 'url: must not have a user name or a password; use `headers`'],
  [{ url: 'https://example.com', headers: { 'X A': '1' } }, 'headers.X A: is not the name of a header'],
  [{ url: 'https://example.com', headers: { a: '1', A: '2' } }, 'headers.A: is given twice'],
])('%j is refused: %s', async (body, problem) => {
  const tenant = await Tenant.create();
  expect(expectRefusal(await tenant.generate(body), 'VALIDATION_ERROR').details).toEqual([problem]);
});
