import { env, runDurableObjectAlarm } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../../schema/ids.ts';
import { invoiceKey, pdfKey, thumbnailKey } from '../../../../worker/adapters/r2/keys.ts';
import { fileRecord } from '../../support/file-record.ts';
import { makeOlder } from '../../support/ledger.ts';

const NOON = Date.parse('2026-11-21T12:00:00Z');
const DAY_MS = 86_400_000;

const INVOICE = { profile: 'en16931', sizeBytes: 3, differences: 2 } as const;

const open = () => {
  const workspaceId = newId('ws');
  return env.LEDGER.getByName(workspaceId);
};

let ledger: ReturnType<typeof open>;
beforeEach(() => {
  vi.useFakeTimers({ now: NOON, toFake: ['Date'] });
  ledger = open();
});
afterEach(() => vi.useRealTimers());

async function keep(fileId = newId('file')): Promise<string> {
  const reservation = { fileId, environment: 'live', deadline: NOON + 15_000 } as const;
  await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation });
  await store(fileId);
  const file = fileRecord({ fileId, thumbnail: { width: 320, height: 453 }, eInvoice: INVOICE });
  expect(await ledger.commit(file, 'starter')).toMatchObject({ outcome: 'committed' });
  return fileId;
}

async function store(fileId: string): Promise<void> {
  await env.FILES.put(pdfKey(fileId), 'pdf');
  await env.FILES.put(thumbnailKey(fileId), 'png');
  await env.FILES.put(invoiceKey(fileId), 'xml');
}

const stored = async (fileId: string) => {
  const objects = [pdfKey, thumbnailKey, invoiceKey].map((toKey) => env.FILES.head(toKey(fileId)));
  return (await Promise.all(objects)).map((object) => object !== null);
};

const [ALL, NONE] = [
  [true, true, true],
  [false, false, false],
];

describe('the thumbnail and the invoice of a file', () => {
  test('are in its record and in the list', async () => {
    const fileId = await keep();
    expect(await ledger.findFile(fileId)).toMatchObject({
      thumbnail: { width: 320, height: 453 },
      eInvoice: INVOICE,
    });
    const { files } = await ledger.listFiles({ limit: 1 });
    expect(files[0]).toMatchObject({ fileId, thumbnail: { width: 320, height: 453 } });
  });

  test('are deleted with it when it is deleted, and when its retention ends', async () => {
    const [deleted, expired] = [await keep(), await keep()];
    await ledger.deleteFile(deleted);
    expect(await stored(deleted)).toEqual(NONE);
    expect(await stored(expired)).toEqual(ALL);
    vi.setSystemTime(NOON + 7 * DAY_MS);
    await runDurableObjectAlarm(ledger);
    expect(await stored(expired)).toEqual(NONE);
  });

  test('are deleted with a file that was never committed', async () => {
    const fileId = newId('file');
    const reservation = { fileId, environment: 'live', deadline: NOON + 15_000 } as const;
    await ledger.admit({ keyId: 'key_a', plan: 'starter', reservation });
    await store(fileId);
    vi.setSystemTime(NOON + 5 * 60_000);
    await runDurableObjectAlarm(ledger);
    expect(await stored(fileId)).toEqual(NONE);
  });

  test('are deleted with the workspace', async () => {
    const fileId = await keep();
    await ledger.close();
    await runDurableObjectAlarm(ledger);
    expect(await stored(fileId)).toEqual(NONE);
  });
});

test('a ledger from before pictures and invoices lists its files as PDFs', async () => {
  const fileId = await keep();
  const added = [
    'media_type',
    'thumbnail_width',
    'thumbnail_height',
    'invoice_profile',
    'invoice_bytes',
    'invoice_differences',
  ];
  await makeOlder(ledger, ...added.map((column) => `ALTER TABLE files DROP COLUMN ${column}`));
  expect(await ledger.findFile(fileId)).toMatchObject({
    mediaType: 'application/pdf',
    thumbnail: null,
    eInvoice: null,
  });
  await keep();
});
