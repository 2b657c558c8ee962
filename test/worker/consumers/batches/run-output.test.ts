import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { signOutputUrl } from '../../../../worker/verbs/batches/output/open-output.ts';
import { runOutput } from '../../../../worker/consumers/batches/output/run-output.ts';
import type {
  BatchRecord,
  MadeRow,
  OutputEnd,
  OutputSettled,
} from '../../../../worker/objects/batch/protocol.ts';
import { buildServices, type Services } from '../../../../worker/services.ts';
import { batchOutputKey, pdfKey } from '../../../../worker/adapters/r2/keys.ts';
import { readZip } from '../../../support/zip.ts';
import { call, codeOf, migrate } from '../../support/service.ts';
import { tinyPdf } from '../../../support/tiny-pdf.ts';
import { variation } from '../../../support/thorough.ts';

const DAY_MS = 86_400_000;

let batchId: string;
let rows: MadeRow[];
let ends: { readonly outputId: string; readonly end: OutputEnd }[];
let settled: OutputSettled;
let isTaken: boolean;

/** The desk of one batch. */
const desk = {
  takeOutput: (_outputId: string) =>
    Promise.resolve(
      isTaken
        ? null
        : {
            workspaceId: 'ws_one',
            requestId: 'req_a',
            output: 'zip' as const,
            createdAt: Date.now(),
            expiresAt: Date.now() + DAY_MS,
          },
    ),
  listMade: (after: number, limit: number) =>
    Promise.resolve(rows.filter(({ index }) => index > after).slice(0, limit)),
  settleOutput: (outputId: string, end: OutputEnd) => {
    ends.push({ outputId, end });
    return Promise.resolve(settled);
  },
};

const services = (): Services => ({
  ...buildServices(env),
  batchDesk: () => desk as never,
});

const run = () => runOutput({ services: services() }, { workspaceId: 'ws_one', batchId, laneId: null });

async function addRows(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const fileId = newId('file');
    rows.push({ index: 2 * index, externalId: `row ${index}`, fileId });
    const customMetadata = { expiresAt: String(Date.now() + DAY_MS) };
    await env.FILES.put(pdfKey(fileId), tinyPdf(`${index}`), {
      customMetadata,
    });
  }
}

const listOutputs = async (): Promise<string[]> =>
  (await env.FILES.list({ prefix: `batches/${batchId}/` })).objects.map(({ key }) => key);

beforeAll(migrate);

beforeEach(() => {
  batchId = newId('batch');
  rows = [];
  ends = [];
  settled = { outcome: 'settled', replaced: null };
  isTaken = false;
});

const sign = (outputId: string, state: 'ready' | 'failed' = 'ready'): Promise<string | null> => {
  const batch = {
    batchId,
    output: 'zip',
    outcome: { state },
    outputId,
  } as BatchRecord;
  return signOutputUrl({ services: services() }, { batch, origin: '' });
};

async function makeOutput(): Promise<{ outputId: string; url: string }> {
  await run();
  const [made] = ends;
  if (made?.end.outcome !== 'ready') throw new Error(`The output is ${made?.end.outcome}`);
  return { outputId: made.outputId, url: (await sign(made.outputId)) ?? '' };
}

variation(
  'the archive has more rows than one call to the desk returns, and its address serves it with ranges',
  async () => {
    await addRows(501);
    const { outputId, url } = await makeOutput();
    const response = await call(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('application/zip');
    expect(response.headers.get('Content-Disposition')).toContain(`attachment; filename="${batchId}.zip"`);
    const bytes = await response.bytes();
    expect(ends).toEqual([
      {
        outputId,
        end: { outcome: 'ready', sizeBytes: bytes.byteLength, missing: 0 },
      },
    ]);
    expect(readZip(bytes).map(({ name }) => name)).toEqual(rows.map(({ externalId }) => `${externalId}.pdf`));
    const part = await call(url, { headers: { Range: 'bytes=0-3' } });
    expect(part.status).toBe(206);
    expect(await part.bytes()).toEqual(bytes.slice(0, 4));
    const head = await call(url, { method: 'HEAD' });
    expect(head.headers.get('Content-Length')).toBe(String(bytes.byteLength));
  },
);

test('an address without a valid signature, or past its time, serves nothing', async () => {
  await addRows(1);
  const { outputId, url } = await makeOutput();
  const unsigned = [
    url.replace(/(?<=signature=)./, (first) => (first === 'A' ? 'B' : 'A')),
    url.replace(/expires=\d/, 'expires=9'),
    url.replace(outputId, newId('output')),
    url.replace(batchId, newId('batch')),
    url.split('?')[0] ?? '',
    `/files/${rows[0]?.fileId}.pdf?${url.split('?')[1]}`,
  ];
  for (const address of unsigned) {
    const response = await call(address);
    expect([response.status, await codeOf(response)]).toEqual([403, 'SIGNATURE_INVALID']);
  }
  vi.useFakeTimers({ now: Date.now() + DAY_MS + 1_000, toFake: ['Date'] });
  expect((await call(url)).status).toBe(403);
  vi.useRealTimers();
});

test('an output that was deleted is not found, and one that failed has no address', async () => {
  await addRows(1);
  const { outputId, url } = await makeOutput();
  await env.FILES.delete(batchOutputKey(batchId, outputId));
  expect((await call(url)).status).toBe(404);
  expect(await sign(outputId, 'failed')).toBeNull();
});

variation('the output that was made before is deleted', async () => {
  await addRows(1);
  const before = newId('output');
  await env.FILES.put(batchOutputKey(batchId, before), 'x');
  settled = { outcome: 'settled', replaced: before };
  const { outputId } = await makeOutput();
  expect(await listOutputs()).toEqual([batchOutputKey(batchId, outputId)]);
});

test('an attempt that comes too late leaves nothing', async () => {
  await addRows(1);
  settled = { outcome: 'refused' };
  await run();
  expect(ends).toMatchObject([{ end: { outcome: 'ready' } }]);
  expect(await listOutputs()).toEqual([]);
});

variation('an output that another attempt makes is not made twice', async () => {
  await addRows(1);
  isTaken = true;
  await run();
  expect(ends).toEqual([]);
  expect(await listOutputs()).toEqual([]);
});

test('an attempt that fails on the way is reported as lost', async () => {
  await addRows(1);
  const listMade = vi.spyOn(desk, 'listMade').mockRejectedValue(new Error('The desk is away'));
  await run();
  listMade.mockRestore();
  expect(ends).toMatchObject([{ end: { outcome: 'lost' } }]);
  expect(await listOutputs()).toEqual([]);
});
