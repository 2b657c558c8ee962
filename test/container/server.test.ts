import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test, vi } from 'vitest';
import { PdfTooLarge, PrintTimeout, RendererUnavailable, UnprintableJob } from '@platen/print-engine';
import { ContainerRenderer } from '../../renderer/container/container-renderer.ts';
import { hostAtUrl } from '../../renderer/container/host.ts';
import { readPdf } from '../../renderer/container/read-answer.ts';
import {
  MAX_BODY_BYTES,
  PDF_BYTES,
  PREFACE_BYTES,
  requestSummary,
  TIMEOUT_MS,
  WANTS_HASH,
} from '../../renderer/container/protocol.ts';
import { SERVER_TIMEOUTS } from '../../renderer/container/image/listen.ts';
import { FallbackRenderer } from '../../renderer/fallback-renderer.ts';
import type { PrintedPdf, Renderer } from '../../renderer/renderer.ts';
import { localSecrets } from '../../scripts/local/local-secrets.ts';
import { startLocalRenderer } from '../../scripts/local/local-renderer.ts';
import { startRendererProcess } from '../../scripts/local/renderer-process.ts';
import { descendants, isRunning, signalAll } from '../../scripts/local/process-tree.ts';
import { jobOf } from '../print/support/jobs.ts';
import { limitsOf } from '../print/support/printer.ts';
import { readBytes, useRenderer } from './support/renderer.ts';
import { eventually } from '../support/eventually.ts';
import { openImage } from '../support/image.ts';
import { REPORT } from '../support/render-report.ts';
import { variation } from '../support/thorough.ts';

const NEXT_TOKEN = 'the-next-token-of-the-tests';

const renderer = useRenderer(() => ({
  CONCURRENT_JOBS: 2,
  QUEUED_JOBS: 1,
  RENDERER_TOKEN: `${localSecrets().rendererToken} ${NEXT_TOKEN}`,
}));

const client = (): ContainerRenderer =>
  new ContainerRenderer(hostAtUrl(renderer.running.url), renderer.running.token);

const call = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${renderer.running.url}${path}`, {
    ...init,
    headers: { Authorization: `Bearer ${renderer.running.token}` },
  });

const printRequest = (html: string, timeoutMs = 10_000): RequestInit => ({
  method: 'POST',
  body: JSON.stringify({ job: jobOf(html), workspaceId: 'ws_one', timeoutMs, maxPdfBytes: 10_000_000 }),
});

/** Waits for an element that never appears. */
const endless = (timeoutMs: number, signal: AbortSignal | null = null): RequestInit => ({
  method: 'POST',
  signal,
  body: JSON.stringify({
    job: jobOf('x', { waitForSelector: '#never' }),
    workspaceId: 'ws_one',
    timeoutMs,
    maxPdfBytes: 1,
  }),
});

/** Sends as fast as the renderer reads. `fetch` does not always wait for it, and would fill this process's memory. */
async function sendEndlessBody(): Promise<number | 'closed'> {
  const { url, token } = renderer.running;
  const sending = request(`${url}/print`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } });
  const answered = once(sending, 'response').then(
    ([answer]: IncomingMessage[]) => answer?.resume().statusCode ?? 'closed',
    () => 'closed' as const,
  );
  const pieces = function* () {
    for (;;) yield Buffer.alloc(4_000_000, ' ');
  };
  pipeline(pieces, sending).catch(() => {});
  try {
    return await answered;
  } finally {
    sending.destroy();
  }
}

/** Sends the head of a request to print. The body follows with `end`. */
function sendLate(agent: Agent) {
  const { url, token } = renderer.running;
  const headers = { Authorization: `Bearer ${token}`, 'Content-Length': 2 };
  const sending = request(`${url}/print`, { method: 'POST', headers, agent });
  sending.flushHeaders();
  const answer = once(sending, 'response').then(([response]: IncomingMessage[]) => {
    if (response === undefined) throw new Error('There was no answer.');
    response.resume();
    return response;
  });
  return {
    answer,
    end: () => new Promise<void>((resolve) => sending.once('close', resolve).end('{}')),
    reusesConnection: () => sending.reusedSocket,
  };
}

interface Bounds {
  readonly withinMs?: number;
  readonly maxPdfBytes?: number;
}

const startsAsPdf = (bytes: Uint8Array): void =>
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe('%PDF-');

describe('POST /print', () => {
  test('answers with preface and PDF, each of the length in its header', async () => {
    const response = await call('/print', printRequest('<p>Hello'));
    expect(response.status).toBe(200);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const prefaceBytes = Number(response.headers.get(PREFACE_BYTES));
    expect(bytes.byteLength).toBe(prefaceBytes + Number(response.headers.get(PDF_BYTES)));
    startsAsPdf(bytes.subarray(prefaceBytes));
  });

  test('reads a request only up to a limit, and prints the next one', async () => {
    const refused = await sendEndlessBody();
    expect(['closed', 502]).toContain(refused);
    expect((await call('/print', printRequest('<p>next'))).status).toBe(200);
  });

  test('returns the report of the page', async () => {
    const html = '<p>Hello<img src="http://127.0.0.1:9999/x.png">';
    const printed = await client().print(jobOf(html), limitsOf());
    expect(printed.report.failedResources).toMatchObject([{ url: 'http://127.0.0.1:9999/x.png' }]);
    const bytes = await readBytes(printed);
    startsAsPdf(bytes);
    expect(bytes.byteLength).toBe(printed.sizeBytes);
  });

  test('draws a thumbnail of the finished PDF, and sends it behind the PDF', async () => {
    const red = '<style>html { background: #c00 }</style>';
    const printed = await client().print(jobOf(red, { thumbnailWidth: 64, watermark: 'TEST' }), limitsOf());
    startsAsPdf(await readBytes(printed));
    const thumbnail = await printed.thumbnail;
    const image = await openImage(thumbnail?.png ?? new Uint8Array());
    expect([image.width, image.height]).toEqual([64, thumbnail?.height]);
    expect(image.share((redness, green) => redness === 204 && green === 0)).toBeGreaterThan(0.3);
    // The mark of a test key is in it.
    expect(image.share((redness) => redness !== 204)).toBeGreaterThan(0.01);
  });

  test('draws no thumbnail of a PDF that is not small, and none without being asked', async () => {
    const noise = `<script>const c = document.createElement('canvas'); c.width = c.height = 800;
      const x = c.getContext('2d'); const n = x.createImageData(800, 800); for (let i = 0; i < n.data.length; i += 65536)
      crypto.getRandomValues(new Uint8Array(n.data.buffer, i, Math.min(65536, n.data.length - i)));
      for (let i = 3; i < n.data.length; i += 4) n.data[i] = 255; x.putImageData(n, 0, 0);
      document.write('<img src="' + c.toDataURL() + '">')</script>`;
    for (const job of [jobOf('x'), jobOf(noise, { thumbnailWidth: 64 })]) {
      const printed = await client().print(job, limitsOf());
      const bytes = await readBytes(printed);
      expect([bytes.byteLength, printed.thumbnail]).toEqual([printed.sizeBytes, undefined]);
    }
  });

  test('sends an error in place of a thumbnail that cannot be drawn', async () => {
    const encryption = { userPassword: 'opens', ownerPassword: null, permissions: null };
    const finish = { metadata: null, attachments: [], watermark: null, encryption };
    const printed = await client().print(jobOf('x', { thumbnailWidth: 64, finish }), limitsOf());
    await expect(printed.thumbnail).rejects.toBeInstanceOf(UnprintableJob);
  });

  test.each([
    ['a deadline that passes', jobOf('x', { waitForSelector: '#never' }), { withinMs: 300 }, PrintTimeout],
    ['a PDF over the limit', jobOf('x'.repeat(9_000)), { maxPdfBytes: 500 }, PdfTooLarge],
    ['a page range past the end', jobOf('x', { pageRanges: '7' }), {}, UnprintableJob],
    [
      'content higher than the paper',
      jobOf('<p style="height: 300mm">x', { fitHeight: true }),
      {},
      UnprintableJob,
    ],
    ['a bad selector', jobOf('x', { waitForSelector: '::' }), {}, UnprintableJob],
  ])(
    'reports %s as its own type of error',
    async (_what, job, { withinMs = 10_000, maxPdfBytes = 10_000_000 }: Bounds, failure) => {
      const printing = client().print(job, limitsOf({ deadline: Date.now() + withinMs, maxPdfBytes }));
      await expect(printing).rejects.toBeInstanceOf(failure);
    },
  );

  test.each([
    ['no', {}],
    ['a wrong', { Authorization: 'Bearer wrong' }],
  ])('rejects %s token', async (_which, headers) => {
    const response = await fetch(`${renderer.running.url}/print`, { ...printRequest('x'), headers });
    expect(response.status).toBe(401);
  });

  test('rejects an invalid print request and prints the next one', async () => {
    expect((await call('/print', { method: 'POST', body: '{"job":{}}' })).status).toBe(502);
    expect((await call('/print', { method: 'POST', body: 'not JSON' })).status).toBe(502);
    expect((await call('/print', printRequest('x'))).status).toBe(200);
  });
});

test.each(['//', '//:0', 'http://[', '*'])('answers 401 to a stranger who asks for %s', async (path) => {
  const { hostname, port } = new URL(renderer.running.url);
  const asked = request({ hostname, port, path }).end();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  expect(answer.statusCode).toBe(401);
});

describe('POST /generate', () => {
  const read = (body: string, more: Record<string, string> = {}): Promise<Response> =>
    fetch(`${renderer.running.url}/generate`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${renderer.running.token}`,
        [TIMEOUT_MS]: '60000',
        [MAX_BODY_BYTES]: '1000',
        ...more,
      },
      body,
    });
  const readSummary = async (response: Response) => requestSummary.parse(await response.json());
  const decision = (changes: object = {}): RequestInit => ({
    method: 'POST',
    body: JSON.stringify({
      workspaceId: 'ws_one',
      plan: 'free',
      timeoutMs: 60_000,
      watermark: null,
      now: 0,
      template: null,
      ...changes,
    }),
  });

  test('reads a body, returns its summary and makes its PDF once', async () => {
    const body = JSON.stringify({
      htmlContent: '<p>{{who}}',
      templateData: { who: 'Ada' },
      filename: 'x',
      meta: { order: 'A-17' },
    });
    const { id, ...summary } = await readSummary(await read(body, { [WANTS_HASH]: 'true' }));
    expect(summary).toEqual({
      templateId: null,
      method: 'html',
      wantsReport: false,
      thumbnailWidth: null,
      meta: '{"order":"A-17"}',
      namesFile: false,
      unknownFields: { listed: [], more: false },
      bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const made = await readPdf(await call(`/generate/${id}`, decision()));
    expect(made.composed?.filename).toBe('x.pdf');
    startsAsPdf(await readBytes(made));
    expect((await call(`/generate/${id}`, decision())).status).toBe(503);
  });

  test('sends a thumbnail only to a Worker that reads it', async () => {
    const body = JSON.stringify({ htmlContent: '<p>Hi', thumbnail: { width: 64 } });
    const { id, thumbnailWidth } = await readSummary(await read(body));
    expect(thumbnailWidth).toBe(64);
    const made = await readPdf(await call(`/generate/${id}`, decision({ thumbnailWidth })));
    expect((await made.thumbnail)?.width).toBe(64);
    const { id: old } = await readSummary(await read(body));
    expect((await readPdf(await call(`/generate/${old}`, decision()))).thumbnail).toBeUndefined();
  });

  test('fills the template that the Worker sends', async () => {
    const { id, templateId } = await readSummary(await read('{"templateId":"tpl_a"}'));
    expect(templateId).toBe('tpl_a');
    // As an older Worker sends it.
    const template = { name: 'Offer', content: '<p>{{broken', settings: {}, dataSchema: null };
    const refused = await call(`/generate/${id}`, decision({ template }));
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { kind: 'template', document: 'html' },
    ]);
  });

  test('prints the translations that the Worker sends', async () => {
    const body = '{"templateId":"tpl_a","templateData":{"n":2},"options":{"locale":"de-CH","report":true}}';
    const template = {
      name: 'Offer',
      content: '<p lang="{{@locale}}">{{t "rows" count=n}}, {{t (concat "no" "ne")}}',
      settings: { outputName: '{{t "rows" count=n}}' },
      dataSchema: null,
      translations: {
        en: { rows: '{count} rows' },
        de: { rows: '{count, plural, one {# Zeile} other {# Zeilen}}' },
      },
    };
    const { id } = await readSummary(await read(body));
    const made = await readPdf(await call(`/generate/${id}`, decision({ template })));
    expect(made.composed?.filename).toBe('2 Zeilen.pdf');
    expect(made.report.warnings).toMatchObject([{ code: 'TRANSLATION_MISSING' }]);
    startsAsPdf(await readBytes(made));
  });

  test('drops a request on DELETE', async () => {
    const { id } = await readSummary(await read('{"htmlContent":"x"}'));
    expect((await call(`/generate/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await call(`/generate/${id}`, decision())).status).toBe(503);
  });

  test.each([
    [
      'broken JSON',
      '{',
      'body: Malformed JSON in request body, line 1, column 2: a name in double quotes or "}" is expected, and the text ends',
    ],
    ['no HTML', '{}', 'htmlContent: is required, unless templateId, url or markdown is given'],
    ['too many bytes', `{"htmlContent":"${'x'.repeat(1_000)}"}`, 'body: is larger than 1000 bytes'],
  ])('rejects a body of %s', async (_what, body, problem) => {
    const response = await read(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      kind: 'invalid',
      details: [expect.stringContaining(problem)],
    });
  });

  test('rejects a body that does not arrive in time', async () => {
    const never = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('{')) });
    const late = {
      method: 'POST',
      body: never,
      duplex: 'half',
      headers: {
        Authorization: `Bearer ${renderer.running.token}`,
        [TIMEOUT_MS]: '200',
        [MAX_BODY_BYTES]: '1000',
      },
    };
    const response = await fetch(`${renderer.running.url}/generate`, late);
    expect(response.status).toBe(408);
  });
});

describe('a renderer at its limit', () => {
  test('answers 503 with Retry-After when its queue is full, 408 to one that waits too long, and prints again later', async () => {
    const hangUp = new AbortController();
    const running = [1, 2].map(() => call('/print', endless(60_000, hangUp.signal)).catch(() => 'closed'));
    await eventually(() => expect(renderer.running.pool.load).toBe(2));
    expect((await call('/print', endless(200))).status).toBe(408);
    running.push(call('/print', endless(60_000, hangUp.signal)).catch(() => 'closed'));
    await eventually(() => expect(renderer.running.pool.load).toBe(3));
    const busy = await call('/print', printRequest('x'));
    expect(busy.status).toBe(503);
    expect(Number(busy.headers.get('Retry-After'))).toBeGreaterThan(0);
    await expect(client().print(jobOf('x'), limitsOf())).rejects.toBeInstanceOf(RendererUnavailable);
    hangUp.abort();
    expect(await Promise.all(running)).toEqual(['closed', 'closed', 'closed']);
    await eventually(() => expect(renderer.running.pool.load).toBe(0));
    expect((await call('/print', printRequest('x'))).status).toBe(200);
  });

  variation('does not close the connection of a client that sends its body after the refusal', async () => {
    const hangUp = new AbortController();
    const full = [1, 2, 3].map(() => call('/print', endless(60_000, hangUp.signal)).catch(() => 'closed'));
    await eventually(() => expect(renderer.running.pool.load).toBe(3));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = sendLate(agent);
    const { statusCode, headers } = await first.answer;
    expect([statusCode, headers.connection, headers['retry-after']]).toEqual([503, 'keep-alive', '1']);
    // workerd and Node close an idle connection after five seconds, too.
    expect(headers['keep-alive']).toBe('timeout=120');
    await first.end();
    const second = sendLate(agent);
    expect((await second.answer).statusCode).toBe(503);
    expect(second.reusesConnection()).toBe(true);
    await second.end();
    agent.destroy();
    hangUp.abort();
    await Promise.all(full);
    await eventually(() => expect(renderer.running.pool.load).toBe(0));
  });
});

describe('health and metrics', () => {
  test('reports readiness without a token', async () => {
    const response = await fetch(`${renderer.running.url}/health`);
    expect([response.status, await response.json()]).toEqual([200, { status: 'ready' }]);
  });

  test('serves metrics of its jobs to clients with the token only', async () => {
    await call('/print', printRequest('x'));
    const response = await call('/metrics');
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    expect(text).toMatch(/^platen_renderer_job_seconds_count\{path="print",outcome="printed"\} [1-9]/m);
    expect(text).toMatch(/^platen_renderer_browser_launches_total [1-9]/m);
    expect((await fetch(`${renderer.running.url}/metrics`)).status).toBe(401);
  });

  test('accepts each of two tokens, also beside others, while the token changes', async () => {
    const { url, token } = renderer.running;
    const statusWith = async (sent: string): Promise<number> => {
      const response = await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${sent}` } });
      await response.bytes();
      return response.status;
    };
    for (const sent of [
      token,
      NEXT_TOKEN,
      `the-one-after-the-next ${NEXT_TOKEN}`,
      `${NEXT_TOKEN} ${token}`,
    ]) {
      expect(await statusWith(sent)).toBe(200);
    }
    for (const sent of ['the-one-after-the-next', `${NEXT_TOKEN}x`, ' '])
      expect(await statusWith(sent)).toBe(401);
  });

  test('answers 404 for other paths and methods', async () => {
    expect((await call('/nothing')).status).toBe(404);
    expect((await call('/print')).status).toBe(404);
  });
});

describe('a browser that dies', () => {
  test('is replaced, and its job is printed once more', async () => {
    const [pid = 0] = renderer.running.pool.pids;
    const slow = jobOf(
      '<script>setTimeout(() => document.body.append(document.createElement("hr")), 800)</script>',
      {
        waitForSelector: 'hr',
      },
    );
    const printing = client().print(slow, limitsOf());
    await eventually(() => expect(renderer.running.pool.load).toBe(1));
    signalAll([pid], 'SIGKILL');
    startsAsPdf(await readBytes(await printing));
    expect(renderer.running.pool.pids).not.toContain(pid);
    expect(isRunning(pid)).toBe(false);
  });
});

describe('a stop', () => {
  test('finishes running jobs, refuses new ones and leaves no process', async () => {
    const ended = await startLocalRenderer(0, { CONCURRENT_JOBS: 1, QUEUED_JOBS: 0 });
    const at = new ContainerRenderer(hostAtUrl(ended.url), ended.token);
    const slow = jobOf(
      '<script>setTimeout(() => document.body.append(document.createElement("hr")), 700)</script>',
      {
        waitForSelector: 'hr',
      },
    );
    const printing = at.print(slow, limitsOf());
    await eventually(() => expect(ended.pool.load).toBe(1));
    const { pids } = ended.pool;
    const stopped = ended.stop();
    await expect(at.print(jobOf('x'), limitsOf())).rejects.toBeInstanceOf(RendererUnavailable);
    startsAsPdf(await readBytes(await printing));
    await stopped;
    expect(pids).toHaveLength(1);
    expect(pids.filter(isRunning)).toEqual([]);
  });

  test('does not wait for a connection that a client has opened without a request', async () => {
    const ended = await startLocalRenderer(0);
    const socket = connect(ended.port, '127.0.0.1');
    await once(socket, 'connect');
    const startedAt = performance.now();
    await ended.stop();
    expect(performance.now() - startedAt).toBeLessThan(SERVER_TIMEOUTS.keepAliveTimeout / 4);
    socket.destroy();
  });
});

describe('a server that is killed', () => {
  test('ends its browser, too', async () => {
    const killed = await startRendererProcess();
    const browsers = descendants(killed.pid);
    expect(browsers.length).toBeGreaterThan(2);
    process.kill(killed.pid, 'SIGKILL');
    try {
      await eventually(() => expect(browsers.filter(isRunning)).toEqual([]));
    } finally {
      killed.kill();
      signalAll(browsers, 'SIGKILL');
    }
  });
});

describe('FallbackRenderer', () => {
  const printed: PrintedPdf = {
    body: new Uint8Array(),
    sizeBytes: 0,
    report: REPORT,
  };
  const failing = (error: Error): Renderer => ({
    start: async () => {},
    async print() {
      throw error;
    },
  });

  test('prints in the container if Browser Run is unavailable', async () => {
    const both = new FallbackRenderer(failing(new RendererUnavailable('429')), client());
    startsAsPdf(await readBytes(await both.print(jobOf('x'), limitsOf())));
  });

  test.each([new PrintTimeout('late'), new PdfTooLarge('large'), new UnprintableJob('no such page')])(
    'does not print a job again that failed for its own reasons: %s',
    async (failure) => {
      const second = vi.fn<Renderer['print']>(() => Promise.resolve(printed));
      const both = new FallbackRenderer(failing(failure), { start: async () => {}, print: second });
      await expect(both.print(jobOf('x'), limitsOf())).rejects.toBe(failure);
      expect(second).not.toHaveBeenCalled();
    },
  );

  test('prints once more at most, and not after the deadline', async () => {
    const unavailable = new RendererUnavailable('429');
    const second = vi.fn<Renderer['print']>(() => Promise.reject(unavailable));
    const both = new FallbackRenderer(failing(unavailable), {
      start: async () => {},
      print: second,
    });
    await expect(both.print(jobOf('x'), limitsOf())).rejects.toBe(unavailable);
    await expect(both.print(jobOf('x'), limitsOf({ deadline: Date.now() - 1 }))).rejects.toBe(unavailable);
    expect(second).toHaveBeenCalledTimes(1);
  });
});
