import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { keepFile } from '../../support/kept-file.ts';
import { ask, call, migrate, newKey, newWorkspace } from '../../support/service.ts';

let workspaceId: string;
let key: string;

beforeAll(async () => {
  await migrate();
  workspaceId = await newWorkspace('scale-enterprise');
  ({ value: key } = await newKey(workspaceId, { permissions: ['pdf.read', 'pdf.delete'] }));
});

interface Listing {
  readonly data: readonly { readonly fileId: string }[];
  readonly nextCursor: string | null;
}

const list = async (query: string, by = key): Promise<Listing> =>
  (await ask(by, 'GET', `/v1/files${query}`)).body as unknown as Listing;

const idsOf = ({ data }: Listing) => data.map(({ fileId }) => fileId);

/** workerd warns of `text()` on a PDF. */
const textOf = async (pdf: Response): Promise<string> => new TextDecoder().decode(await pdf.bytes());

describe('a list of files', () => {
  test('is walked page by page, newest first, each file once, though some were made in the same millisecond', async () => {
    const workspace = await newWorkspace('scale-enterprise');
    const { value } = await newKey(workspace, { permissions: ['pdf.read'] });
    const now = Date.now();
    const kept = [];
    for (const age of [0, 0, 0, 5, 5, 9, 20]) kept.push(await keepFile(workspace, { createdAt: now - age }));
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Listing = await list(`?limit=2${cursor && `&cursor=${cursor}`}`, value);
      seen.push(...idsOf(page));
      cursor = page.nextCursor;
    }
    const expected = kept.toSorted((a, b) => b.createdAt - a.createdAt || (a.fileId < b.fileId ? 1 : -1));
    expect(seen).toEqual(expected.map(({ fileId }) => fileId));
  });

  test('is narrowed by date and by template', async () => {
    const day = Date.parse('2026-03-01T00:00:00Z');
    const template = { id: newId('tpl'), name: 'invoice' };
    const [first, second] = [
      await keepFile(workspaceId, { createdAt: day, template }),
      await keepFile(workspaceId, { createdAt: day + 1_000 }),
    ];
    expect(idsOf(await list('?from=2026-03-01T00:00:00Z&to=2026-03-01T00:00:01Z'))).toEqual([first.fileId]);
    expect(idsOf(await list('?from=2026-03-01T00:00:00Z&to=2026-03-02T00:00:00Z'))).toEqual([
      second.fileId,
      first.fileId,
    ]);
    expect(idsOf(await list(`?templateId=${template.id}`))).toEqual([first.fileId]);
  });

  test('is narrowed by environment, page by page and together with other filters', async () => {
    const workspace = await newWorkspace('scale-enterprise');
    const { value } = await newKey(workspace, { permissions: ['pdf.read'] });
    const template = { id: newId('tpl'), name: 'invoice' };
    const now = Date.now();
    const keep = async (age: number, more: Parameters<typeof keepFile>[1]) =>
      (await keepFile(workspace, { createdAt: now - age, ...more })).fileId;
    const liveInvoice = await keep(4, { template });
    const testInvoice = await keep(3, { template, environment: 'test' });
    const oldest = await keep(2, { environment: 'test' });
    const newest = await keep(1, {});
    expect(idsOf(await list('?environment=live', value))).toEqual([newest, liveInvoice]);
    const first = await list('?environment=test&limit=1', value);
    expect(idsOf(first)).toEqual([oldest]);
    const second = await list(`?environment=test&limit=1&cursor=${first.nextCursor}`, value);
    expect([idsOf(second), second.nextCursor]).toEqual([[testInvoice], null]);
    expect(idsOf(await list(`?environment=live&templateId=${template.id}`, value))).toEqual([liveInvoice]);
  });

  test.each([
    ['limit', '?limit=0'],
    ['limit', '?limit=201'],
    ['limit', '?limit=x'],
    ['from', '?from=yesterday'],
    ['cursor', '?cursor=%25'],
    ['cursor', '?cursor=abcd'],
    ['environment', '?environment=staging'],
  ])('with a wrong %s is refused by the name of that field: %s', async (field, query) => {
    expect(await ask(key, 'GET', `/v1/files${query}`)).toMatchObject({
      status: 400,
      body: { error: { code: 'VALIDATION_ERROR', details: [expect.stringMatching(`^${field}: `)] } },
    });
  });
});

describe('a file', () => {
  test('is read with addresses that work', async () => {
    const { fileId } = await keepFile(workspaceId);
    const { status, body } = await ask(key, 'GET', `/v1/files/${fileId}`);
    expect([status, body]).toMatchObject([
      200,
      {
        success: true,
        data: { fileId, filename: 'invoice.pdf', size: 7, environment: 'live', templateUsed: null },
      },
    ]);
    const { url, signedUrl } = body.data as { url: string; signedUrl: string };
    for (const address of [url, signedUrl]) {
      expect(await textOf(await call(address.replace('https://platen.test', '')))).toBe('%PDF-1.');
    }
  });

  test('that is deleted is gone everywhere at once, and cannot be deleted again', async () => {
    const { fileId, linkToken } = await keepFile(workspaceId);
    const { body } = await ask(key, 'GET', `/v1/files/${fileId}`);
    const { signedUrl } = body.data as { signedUrl: string };
    expect((await ask(key, 'DELETE', `/v1/files/${fileId}`)).body).toMatchObject({
      data: { fileId, deleted: true },
    });
    expect(await env.FILES.head(`pdf/${fileId}`)).toBeNull();
    expect((await call(`/files/${fileId}/${linkToken}.pdf`)).status).toBe(404);
    expect((await call(signedUrl.replace('https://platen.test', ''))).status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      expect(await ask(key, method, `/v1/files/${fileId}`)).toMatchObject({
        status: 404,
        body: { error: { code: 'FILE_NOT_FOUND' } },
      });
    }
  });

  test('of another workspace does not exist', async () => {
    const { fileId } = await keepFile(await newWorkspace());
    for (const [method, path] of [
      ['GET', fileId],
      ['GET', `${fileId}/content`],
      ['DELETE', fileId],
    ] as const) {
      expect((await ask(key, method, `/v1/files/${path}`)).status).toBe(404);
    }
    expect(await env.FILES.head(`pdf/${fileId}`)).not.toBeNull();
  });
});

describe('the rate', () => {
  test('limits these routes before they do anything', async () => {
    const workspace = await newWorkspace('free');
    const { value } = await newKey(workspace, { permissions: ['pdf.delete'] });
    const { fileId } = await keepFile(workspace);
    await Promise.all(Array.from({ length: 60 }, () => ask(value, 'DELETE', `/v1/files/${newId('file')}`)));
    expect(await ask(value, 'DELETE', `/v1/files/${fileId}`)).toMatchObject({ status: 429 });
    expect(await env.FILES.head(`pdf/${fileId}`)).not.toBeNull();
  });
});

describe('usage', () => {
  test('tells the month by day, key and template, live and test apart', async () => {
    const workspace = await newWorkspace('starter');
    const { value } = await newKey(workspace, { permissions: ['pdf.read'] });
    const template = { id: newId('tpl'), name: 'invoice' };
    await keepFile(workspace, { keyId: 'key_a', template });
    await keepFile(workspace, { keyId: 'key_a' });
    await keepFile(workspace, { keyId: 'key_b', environment: 'test' });
    const { body } = await ask(value, 'GET', '/v1/usage');
    const day = new Date().toISOString().slice(0, 10);
    expect(body.data).toEqual({
      month: day.slice(0, 7),
      remaining: 2_498,
      quotaUsed: 2,
      quotaLimit: 2_500,
      credits: 0,
      byDay: [{ day, live: 2, test: 1 }],
      byKey: [
        { keyId: 'key_a', live: 2, test: 0 },
        { keyId: 'key_b', live: 0, test: 1 },
      ],
      byTemplate: [
        { templateId: null, live: 1, test: 1 },
        { templateId: template.id, live: 1, test: 0 },
      ],
    });
  });

  test('is read for any month that is kept, with the quota of today', async () => {
    const workspace = await newWorkspace('starter');
    const { value } = await newKey(workspace, { permissions: ['pdf.read'] });
    await keepFile(workspace);
    await keepFile(workspace, { createdAt: monthsAgo(13) });
    const month = new Date(monthsAgo(13)).toISOString().slice(0, 7);
    const { status, body } = await ask(value, 'GET', `/v1/usage?month=${month}`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      month,
      quotaUsed: 2,
      byDay: [{ day: `${month}-15`, live: 1, test: 0 }],
    });
  });

  test.each([
    ['is not kept any more', () => new Date(monthsAgo(14)).toISOString().slice(0, 7)],
    ['is in the future', () => new Date(monthsAgo(-1)).toISOString().slice(0, 7)],
    ['does not exist', () => '2026-13'],
    ['is a day', () => '2026-11-20'],
  ])('of a month that %s is a VALIDATION_ERROR', async (_, month) => {
    const { status, body } = await ask(key, 'GET', `/v1/usage?month=${month()}`);
    expect([status, body]).toMatchObject([
      400,
      { error: { code: 'VALIDATION_ERROR', details: [expect.stringMatching(/^month: must be /)] } },
    ]);
  });
});

/** The middle of a month before this one (UTC). */
function monthsAgo(months: number): number {
  const now = new Date();
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15);
}
