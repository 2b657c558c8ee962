import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Platen, type PlatenOptions } from '../../../packages/client/src/client.ts';
import { ANSWER_EXAMPLES } from '../../../schema/api/examples.ts';

type Reply = () => Response | Promise<Response>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const BODY = { htmlContent: '<p>x' };

const made: Reply = () => Response.json(ANSWER_EXAMPLES.fromTemplate);

const refused =
  (status: number, code: string, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json({ error: { code, message: code, requestId: 'req_1' } }, { status, headers });

const lost: Reply = () => Promise.reject(new TypeError('fetch failed'));

/** It never answers. Like `fetch`, it ends with the signal of the request. */
const silent = (request: Request): Promise<Response> =>
  new Promise((_resolve, reject) => {
    request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
  });

/** Answers each request with the next reply, and then with the last one. */
function answering(replies: readonly Reply[], options: Partial<PlatenOptions> = {}) {
  const requests: { at: number; key: string | null }[] = [];
  const left = [...replies];
  const startedAt = Date.now();
  const platen = new Platen({
    apiKey: 'pk_test_1',
    baseUrl: 'https://pdf.example.com',
    fetch: async (request) => {
      requests.push({ at: Date.now() - startedAt, key: request.headers.get('Idempotency-Key') });
      const reply = left.length > 1 ? left.shift() : left[0];
      return reply === undefined ? silent(request) : await reply();
    },
    ...options,
  });
  return { platen, requests };
}

/** Lets all waits pass. @returns the value, or the error */
async function settle<T>(work: Promise<T>): Promise<T | Error> {
  const settled = work.catch((error: unknown) => error as Error);
  await vi.runAllTimersAsync();
  return await settled;
}

test('a busy service is asked again after Retry-After, with the same key', async () => {
  const busy = refused(503, 'SERVICE_BUSY', { 'Retry-After': '3' });
  const { platen, requests } = answering([
    busy,
    refused(429, 'RATE_LIMIT_EXCEEDED', { 'Retry-After': '7' }),
    made,
  ]);
  expect(await settle(platen.generate(BODY))).toEqual(ANSWER_EXAMPLES.fromTemplate);
  expect(requests.map(({ at }) => at)).toEqual([0, 3_000, 10_000]);
  expect(requests[0]?.key).toMatch(/^[\w-]{36}$/);
  expect(new Set(requests.map(({ key }) => key)).size).toBe(1);
});

test('two calls have two keys, unless the caller gives one', async () => {
  const { platen, requests } = answering([made]);
  await settle(platen.generate(BODY));
  await settle(platen.generate(BODY));
  await settle(platen.generate(BODY, { idempotencyKey: 'A-17' }));
  const keys = requests.map(({ key }) => key);
  expect(new Set(keys).size).toBe(3);
  expect(keys[2]).toBe('A-17');
});

test('without Retry-After the waits double, and the last error is thrown after four attempts', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { platen, requests } = answering([refused(503, 'SERVICE_BUSY')]);
  expect(await settle(platen.files.list())).toMatchObject({ name: 'PlatenError', code: 'SERVICE_BUSY' });
  expect(requests.map(({ at }) => at)).toEqual([0, 1_000, 3_000, 7_000]);
  vi.restoreAllMocks();
});

test('Retry-After can be a date', async () => {
  const at = () => new Date(Date.now() + 5_000).toUTCString();
  const busy: Reply = () => refused(503, 'SERVICE_BUSY', { 'Retry-After': at() })();
  vi.setSystemTime(Date.parse('2026-11-21T15:24:30.000Z'));
  const { platen, requests } = answering([busy, made]);
  await settle(platen.generate(BODY));
  expect(requests.map((request) => request.at)).toEqual([0, 5_000]);
});

test.each([
  ['a request that is not valid', refused(400, 'VALIDATION_ERROR')],
  ['a failure that the same document has again', refused(500, 'INTERNAL_ERROR')],
  [
    'a wait that is longer than the call may take',
    refused(429, 'NO_CREDITS_AVAILABLE', { 'Retry-After': '86400' }),
  ],
])('%s is not sent again', async (_, reply) => {
  const { platen, requests } = answering([reply]);
  expect(await settle(platen.generate(BODY))).toMatchObject({ name: 'PlatenError' });
  expect(requests).toHaveLength(1);
});

test('a request without an answer is sent again if it makes nothing twice', async () => {
  const printing = answering([lost, made]);
  expect(await settle(printing.platen.generate(BODY))).toEqual(ANSWER_EXAMPLES.fromTemplate);
  expect(new Set(printing.requests.map(({ key }) => key)).size).toBe(1);

  const saving = answering([lost, made]);
  const error = await settle(saving.platen.templates.create({ name: 'a', content: '<p>' }));
  expect(error).toMatchObject({ name: 'PlatenConnectionError', cause: expect.any(TypeError) });
  expect(saving.requests).toHaveLength(1);
});

test('an answer that breaks off is a lost connection, and is asked for again', async () => {
  const broken: Reply = () =>
    new Response(
      new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"data":'));
        },
        pull(controller) {
          controller.error(new TypeError('terminated'));
        },
      }),
    );
  const printing = answering([broken, made]);
  expect(await settle(printing.platen.generate(BODY))).toEqual(ANSWER_EXAMPLES.fromTemplate);

  const saving = answering([broken]);
  const error = await settle(saving.platen.templates.create({ name: 'a', content: '<p>' }));
  expect(error).toMatchObject({ name: 'PlatenConnectionError', cause: expect.any(TypeError) });
  expect(saving.requests).toHaveLength(1);
});

test('maxAttempts limits the attempts', async () => {
  const { platen, requests } = answering([refused(503, 'SERVICE_BUSY')], { maxAttempts: 1 });
  await settle(platen.generate(BODY));
  expect(requests).toHaveLength(1);
});

test('a call ends after its time, also while it waits for a body', async () => {
  const { platen } = answering([], { timeoutMs: 2_000 });
  expect(await settle(platen.generate(BODY))).toMatchObject({ name: 'PlatenTimeoutError' });
  const stalled: Reply = () => new Response(new ReadableStream());
  expect(await settle(platenWith(stalled).generate(BODY))).toMatchObject({ name: 'PlatenTimeoutError' });
});

/** As `fetch` does, the body ends with the signal of the request. */
const platenWith = (reply: Reply, status = 200): Platen =>
  new Platen({
    apiKey: 'pk_test_1',
    baseUrl: 'https://pdf.example.com/',
    timeoutMs: 2_000,
    fetch: async (request) => {
      expect(request.url).toBe('https://pdf.example.com/v1/pdf/generate');
      const { body } = await reply();
      const stop = new TransformStream<Uint8Array, Uint8Array>();
      void body?.pipeTo(stop.writable, { signal: request.signal }).catch(() => {});
      return new Response(stop.readable, { status });
    },
  });

test("the caller's signal ends a call and its waits with its own reason", async () => {
  for (const replies of [[], [refused(503, 'SERVICE_BUSY', { 'Retry-After': '60' })]]) {
    const controller = new AbortController();
    const { platen, requests } = answering(replies);
    const work = platen.generate(BODY, { signal: controller.signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10);
    controller.abort(new Error('closed by a person'));
    expect(await work).toMatchObject({ message: 'closed by a person' });
    expect(requests).toHaveLength(1);
  }
});

test("the caller's signal ends a call while the text of an error arrives", async () => {
  const controller = new AbortController();
  const platen = platenWith(() => new Response(new ReadableStream()), 400);
  const work = platen.generate(BODY, { signal: controller.signal }).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10);
  controller.abort(new Error('closed by a person'));
  expect(await work).toMatchObject({ message: 'closed by a person' });
});

test('an answer that is not from the service has the code UNREADABLE_ANSWER', async () => {
  const { platen } = answering([() => new Response('<h1>Bad gateway</h1>', { status: 502 })]);
  const error = await settle(platen.generate(BODY));
  expect(error).toMatchObject({ code: 'UNREADABLE_ANSWER', status: 502, details: [], requestId: null });
});

test('a download is a stream: its first bytes are there before its last ones', async () => {
  const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>();
  const { platen } = answering([
    () => new Response(readable, { headers: { 'Content-Type': 'application/pdf' } }),
  ]);
  const { stream, mediaType } = await platen.files.download('file_1');
  expect(mediaType).toBe('application/pdf');
  const writer = writable.getWriter();
  void writer.write(new TextEncoder().encode('%PDF-'));
  const reader = stream.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('%PDF-');
  void writer.close();
  expect((await reader.read()).done).toBe(true);
});
