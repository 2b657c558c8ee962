import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_DATA } from '../../scripts/local/local-workspace.ts';
import { checkedFetch } from '../support/checked-fetch.ts';
import { inspectPdf } from '../support/pdf.ts';
import { send, serviceUrl, Tenant } from '../support/service-client.ts';

interface Result {
  readonly content: { readonly type: string; readonly text?: string; readonly data?: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

async function callTool(tenant: Tenant, name: string, args: object): Promise<Result> {
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const headers = { Authorization: `Bearer ${tenant.key}`, 'Content-Type': 'application/json' };
  const answer = await send('/mcp', { method: 'POST', headers, body: JSON.stringify(message) });
  expect(answer.status, answer.text).toBe(200);
  return (JSON.parse(answer.text) as { result: Result }).result;
}

const PNG = Buffer.from('\x89PNG\r\n', 'latin1');

describe('the tools of /mcp', () => {
  test('render prints and charges as a generation', async () => {
    const tenant = await Tenant.create();
    const templateData = JSON.parse(readFileSync(EXAMPLE_DATA, 'utf8')) as object;
    const htmlContent = '<h1>Invoice {{invoice.number}}</h1>{{nothing}}';
    const { structuredContent, content } = await callTool(tenant, 'render', { htmlContent, templateData });
    expect(structuredContent).toMatchObject({
      pageCount: 1,
      mediaType: 'application/pdf',
      warnings: [expect.objectContaining({ code: 'EMPTY_PLACEHOLDER' })],
      usage: { quotaUsed: 1 },
    });
    expect(content[1]).toMatchObject({ type: 'resource_link', uri: structuredContent.url });
    const file = await checkedFetch(String(structuredContent.url));
    expect((await inspectPdf(Buffer.from(await file.arrayBuffer()))).text).toContain('Invoice PL-2026-0417');
  });

  test('render makes one file for each idempotency key', async () => {
    const tenant = await Tenant.create();
    const args = { htmlContent: '<h1>Once</h1>', idempotencyKey: 'invoice-1' };
    const first = await callTool(tenant, 'render', args);
    const again = await callTool(tenant, 'render', args);
    expect(again.structuredContent.fileId).toBe(first.structuredContent.fileId);
    const other = await callTool(tenant, 'render', { ...args, htmlContent: '<h1>Twice</h1>' });
    expect(other.structuredContent.error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await tenant.quotaUsed()).toBe(1);
  });

  test('preview shows a page and its warnings, and spends nothing', async () => {
    const tenant = await Tenant.create();
    const htmlContent = '<p>one {{nothing}}</p><p style="break-before: page">two</p>';
    const { content, structuredContent } = await callTool(tenant, 'preview', { htmlContent, page: 2 });
    expect(structuredContent).toMatchObject({
      page: 2,
      pageCount: 2,
      warnings: [expect.objectContaining({ code: 'EMPTY_PLACEHOLDER' })],
    });
    const [picture, text] = content;
    expect(Buffer.from(picture?.data ?? '', 'base64').subarray(0, PNG.length)).toEqual(PNG);
    expect(text?.text).toContain('EMPTY_PLACEHOLDER');
    expect(await tenant.quotaUsed()).toBe(0);
    const refused = await callTool(tenant, 'preview', { htmlContent, page: 3 });
    expect(refused.structuredContent.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: ['page: must be 2 or less, the number of pages'],
    });
  });

  test('explain_error says what the documentation says', async () => {
    const tenant = await Tenant.create();
    const { content } = await callTool(tenant, 'explain_error', { code: 'GLYPHS_MISSING' });
    expect(content[0]?.text).toContain('Add a font that has them');
  });
});

describe('the documentation for models', () => {
  test('is listed, and each page of the list is Markdown', async () => {
    const { text } = await send('/llms.txt');
    expect(text).toMatch(/^# Platen\n\n> /);
    const pages = [...text.matchAll(/\]\((\S+\.md)(?:#\S+)?\)/g)].map(([, address = '']) => address);
    expect(pages.length).toBeGreaterThan(10);
    for (const address of pages) {
      expect(address).toMatch(new RegExp(`^${serviceUrl()}/docs/`));
      const page = await checkedFetch(address);
      expect([page.status, page.headers.get('Content-Type')]).toEqual([200, 'text/markdown; charset=utf-8']);
      const source = await page.text();
      expect(source).toMatch(/^# /);
      expect(source).not.toContain('<!--');
    }
  });

  test.each(['/docs/nothing.md', '/docs/..%2Fwrangler.md', '/docs/guide/nothing.md'])(
    'has no %s',
    async (path) => {
      expect((await send(path)).status).toBe(404);
    },
  );
});
