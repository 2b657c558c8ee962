import { beforeAll, describe, expect, test } from 'vitest';
import { call, codeOf, migrate, newKey, newWorkspace } from '../../support/service.ts';

beforeAll(migrate);

let key: string;
beforeAll(async () => {
  const permissions = ['pdf.generate', 'template.write'];
  key = (await newKey(await newWorkspace('free'), { permissions })).value;
});

async function gzip(text: string): Promise<Uint8Array<ArrayBuffer>> {
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

/** A body of this gzip in small pieces, with a count of those that were asked for. */
function counted(bytes: Uint8Array<ArrayBuffer>): {
  readonly body: ReadableStream;
  readonly sentBytes: () => number;
} {
  const pieceBytes = 1_000;
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
  return { body, sentBytes: () => at };
}

async function members(...texts: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const files = await Promise.all(texts.map(gzip));
  return new Uint8Array(await new Blob(files).arrayBuffer());
}

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
    expect(bomb.byteLength).toBeGreaterThan(50_000);
    const { body, sentBytes } = counted(bomb);

    const response = await post('/v1/pdf/generate', { body });

    expect(response.status).toBe(400);
    expect(await detailsOf(response)).toEqual([expect.stringContaining('is larger than 4000000 bytes')]);
    expect(sentBytes()).toBeLessThan(bomb.byteLength / 5);
  });

  test('may have several members one after another', async () => {
    const text = template('members');
    const body = await members(text.slice(0, 7), '', text.slice(7, 8), text.slice(8));

    const response = await post('/v1/templates', { body });

    expect(response.status).toBe(201);
    expect(await response.json()).toMatchObject({ data: { name: 'members', content: '<p>{{n}}</p>' } });
  });

  test('is refused if something else follows a member', async () => {
    const response = await post('/v1/templates', {
      body: new Blob([await gzip(template('rest')), 'plain text']),
    });

    expect([response.status, await detailsOf(response)]).toEqual([400, ['body: is not valid gzip']]);
  });

  test('whose members expand to more than the limit together is refused', async () => {
    const half = ' '.repeat(3_000_000);

    const response = await post('/v1/pdf/generate', { body: await members(half, half) });

    expect(await detailsOf(response)).toEqual([expect.stringContaining('is larger than 4000000 bytes')]);
  });

  test('whose members expand to nothing ends at the limit too', async () => {
    const empty = await gzip('');
    const { body, sentBytes } = counted(
      new Uint8Array(empty.length * 400_000).map((_, at) => empty[at % empty.length] ?? 0),
    );

    const response = await post('/v1/pdf/generate', { body });

    expect([response.status, await detailsOf(response)]).toEqual([
      400,
      ['body: is longer in gzip than the largest body may be when it is expanded'],
    ]);
    expect(sentBytes()).toBeLessThan(4_100_000);
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
