import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { call, codeOf, migrate, newKey, newWorkspace } from '../../support/service.ts';

beforeAll(migrate);

let key: string;
beforeAll(async () => {
  const permissions = ['pdf.generate', 'template.write'];
  key = (await newKey(await newWorkspace('free'), { permissions })).value;
});

async function gzip(text: string): Promise<Uint8Array> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

interface Encoded {
  readonly body: BodyInit;
  readonly encoding?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const post = (path: string, { body, encoding = 'gzip', headers = {} }: Encoded): Promise<Response> =>
  call(path, {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-API-Key': key,
      'Content-Encoding': encoding,
      ...headers,
    },
  });

/** @returns how many bytes gzip bodies were expanded to so far */
function countExpanded(): () => number {
  let bytes = 0;
  class Counting extends DecompressionStream {
    override get readable(): ReadableStream<Uint8Array> {
      const counted = new TransformStream<Uint8Array, Uint8Array>({
        transform(piece, controller) {
          bytes += piece.byteLength;
          controller.enqueue(piece);
        },
      });
      return super.readable.pipeThrough(counted);
    }
  }
  vi.stubGlobal('DecompressionStream', Counting);
  return () => bytes;
}

afterEach(() => vi.unstubAllGlobals());

const template = (name: string) => JSON.stringify({ name, content: '<p>{{n}}</p>' });

async function detailsOf(response: Response): Promise<unknown> {
  const { error } = await response.json<{ error: { details: unknown } }>();
  return error.details;
}

describe('a gzip body', () => {
  test.each(['gzip', 'GZIP', 'x-gzip'])('with the encoding %s is read as any other', async (encoding) => {
    const response = await post('/v1/templates', { body: await gzip(template(encoding)), encoding });

    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ data: { name: encoding, content: '<p>{{n}}</p>' } });
  });

  test('is checked as any other', async () => {
    const response = await post('/v1/pdf/generate', { body: await gzip('{"htmlContent": 7}') });

    expect([response.status, await detailsOf(response)]).toEqual([400, ['htmlContent: must be a string']]);
  });

  test.each([
    ['/v1/pdf/generate', 'body: is not valid gzip'],
    ['/v1/batches', 'body: is not valid gzip'],
  ])('that is no gzip is refused by %s', async (path, detail) => {
    const response = await post(path, { body: 'plain text' });

    expect([response.status, await detailsOf(response)]).toEqual([400, [detail]]);
  });

  test('that expands beyond the limit of its route is refused, and is not expanded further', async () => {
    const bomb = await gzip(`{"htmlContent":"${' '.repeat(60_000_000)}"}`);
    expect(bomb.byteLength).toBeLessThan(100_000);
    const expandedBytes = countExpanded();

    const response = await post('/v1/pdf/generate', { body: bomb });

    expect(response.status).toBe(400);
    expect(await detailsOf(response)).toEqual([expect.stringContaining('is larger than 4000000 bytes')]);
    expect(expandedBytes()).toBeGreaterThan(4_000_000);
    expect(expandedBytes()).toBeLessThan(5_000_000);
  });
});

describe('a body with another encoding', () => {
  test.each(['br', 'deflate', 'zstd', 'gzip, gzip', 'compress'])(
    '%s is refused by its name',
    async (encoding) => {
      for (const path of ['/v1/pdf/generate', '/v1/templates', '/v1/batches']) {
        const response = await post(path, { body: 'x', encoding });
        const { error } = await response.json<{ error: { code: string; message: string } }>();
        expect([response.status, error.code]).toEqual([415, 'UNSUPPORTED_ENCODING']);
        expect(error.message).toContain(`"${encoding}"`);
      }
    },
  );

  test('needs a key all the same', async () => {
    const response = await post('/v1/templates', {
      body: 'x',
      encoding: 'br',
      headers: { 'X-API-Key': 'no' },
    });

    expect(await codeOf(response)).toBe('INVALID_API_KEY');
  });

  test('is none if it is identity', async () => {
    const response = await post('/v1/templates', { body: template('plain'), encoding: 'identity' });

    expect(response.status).toBe(201);
  });
});
