import { env } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../../worker/adapters/d1/database.ts';
import { R2Store } from '../../../../worker/adapters/r2/r2.ts';

/** No test waits longer than this for a call that hangs. */
const LIMIT_MS = 50;

const METADATA = { contentType: 'application/pdf' };

const hangs = (): Promise<never> => new Promise(() => {});

/** A bucket of which every call hangs. */
const bucket: Pick<
  R2Bucket,
  'put' | 'get' | 'head' | 'delete' | 'list' | 'createMultipartUpload' | 'resumeMultipartUpload'
> = {
  put: hangs,
  get: hangs,
  head: hangs,
  delete: hangs,
  list: hangs,
  createMultipartUpload: hangs,
  resumeMultipartUpload: () => {
    throw new Error('No test resumes an upload');
  },
};

const store = new R2Store(bucket, LIMIT_MS);

describe('a call of R2 that hangs', () => {
  test.each([
    ['put', () => store.put('key', new Uint8Array(3), 3, METADATA)],
    ['get', () => store.get('key')],
    ['head', () => store.head('key')],
    ['delete', () => store.delete(['key'])],
    ['list', () => store.deleteUnder('prefix')],
    ['a write of parts', () => store.putUnsized('key', pieces(), METADATA)],
  ])('fails after a time: %s', async (_, call) => {
    await expect(call()).rejects.toThrow('R2 did not answer within 1 s');
  });
});

/** The page of a print that sends nothing is closed by its own limits (`ChromiumStream`). */
test('a put of a stream fails after a time, also while the stream is silent', async () => {
  const silent = new ReadableStream<Uint8Array>({ pull: hangs });
  await expect(store.put('key', silent, 3, METADATA)).rejects.toThrow('R2 did not answer within 1 s');
});

async function* pieces() {
  yield new Uint8Array(3);
}

describe('a statement of D1 that hangs', () => {
  const statement = { bind: () => statement, run: hangs, all: hangs, raw: hangs };
  const hanging = { prepare: () => statement, batch: hangs } as unknown as D1Database;

  test('fails after a time', async () => {
    const failure = await openDatabase(hanging, LIMIT_MS)
      .run(sql`SELECT 1`)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ cause: { message: 'D1 did not answer within 1 s' } });
  });
});

test('statements and batches of a database that answers are carried out', async () => {
  const database = openDatabase(env.DB);
  const one = database.all<{ n: number }>(sql`SELECT 1 AS n`);
  expect(await one).toEqual([{ n: 1 }]);
  expect(await database.get<{ n: number }>(sql`SELECT ${2} AS n`)).toMatchObject({ n: 2 });
});
