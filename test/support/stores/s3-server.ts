import { readFileSync } from 'node:fs';
import { type IncomingMessage, request as httpRequest, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type * as MiniflareModule from 'miniflare';
import type { S3Access } from './access.ts';
import { close, Faults, listen, type StoreFault } from './faults.ts';
import { TRIAL_BUCKETS, TrialFaults } from './trial-faults.ts';

/** An S3 server that checks signatures and buckets, and serves presigned URLs until they expire. */
export interface S3Server {
  readonly access: S3Access;
  /** All buckets have this fault, until it is null again. */
  breakBy(fault: StoreFault | null): void;
  stop(): Promise<void>;
}

const BUCKETS = [
  'pdfs',
  'slow',
  'failing-2',
  'failing-3',
  'dying',
  'hanging',
  'redirecting',
  ...TRIAL_BUCKETS,
] as const;
const KEYS = { accessKeyId: 'AKIAOFTHETESTS', secretAccessKey: 'secret-access-key-of-the-tests' };

// Vitest transforms what the project `worker` imports, also for its global setup. Miniflare has five megabytes.
const require = createRequire(import.meta.url);
const { convertV4MiniflareOptions, Log, LogLevel, Miniflare } =
  require('miniflare') as typeof MiniflareModule;

/** The path of Miniflare's S3 Worker. */
const PATH = '/cdn-cgi/local/r2/s3';

/**
 * A Worker in front of Miniflare's S3 endpoint. It reads each body completely, because workerd closes the connection of a
 * request that is refused early. It also applies the response headers of presigned URLs, which Miniflare ignores.
 */
const FRONT = `
import s3 from './s3.js';
const OVERRIDES = ['content-type', 'content-disposition'];
export default {
  async fetch(request, env, ctx) {
    const body = request.body === null ? undefined : await request.arrayBuffer();
    const answer = await s3.fetch(body === undefined ? request : new Request(request, { body }), env, ctx);
    if (request.method !== 'GET' || !answer.ok) return answer;
    const { searchParams } = new URL(request.url);
    const headers = new Headers(answer.headers);
    for (const name of OVERRIDES) {
      const value = searchParams.get('response-' + name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(answer.body, { status: answer.status, headers });
  },
};`;

/** Starts the server on a free port, with empty buckets in memory. */
export async function startS3Server(): Promise<S3Server> {
  const miniflare = new Miniflare(miniflareOptions());
  const inner = await miniflare.ready;
  const faults = new Faults();
  const trialFaults = new TrialFaults();
  const { server, origin } = await listen(async (request, response) => {
    if (await trialFaults.handle(request, response)) return;
    if (await faults.handle(request, response)) return;
    // The whole body first: like a real store, this one completes an upload although the client has gone.
    const body = await buffer(request);
    await trialFaults.delayPut(request);
    await forward(request, body, response, inner);
  });
  return {
    access: { endpoint: `${origin}${PATH}`, ...KEYS },
    breakBy: (fault) => faults.breakBy(fault),
    stop: async () => {
      await close(server);
      await miniflare.dispose();
    },
  };
}

function miniflareOptions() {
  const root = dirname(require.resolve('miniflare'));
  const s3Worker = readFileSync(join(root, 'workers/r2/s3/index.worker.js'), 'utf8');
  return convertV4MiniflareOptions({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    log: new Log(LogLevel.ERROR),
    compatibilityDate: '2026-01-01',
    compatibilityFlags: ['nodejs_compat'],
    modules: [
      { type: 'ESModule', path: 'front.js', contents: FRONT },
      { type: 'ESModule', path: 's3.js', contents: s3Worker },
    ],
    r2Buckets: Object.fromEntries(BUCKETS.map((bucket) => [`MINIFLARE_R2_S3_BUCKET_${bucket}`, bucket])),
    bindings: {
      MINIFLARE_R2_S3_CREDENTIALS: Object.fromEntries(BUCKETS.map((bucket) => [bucket, KEYS])),
    },
  });
}

/** Forwards a request unchanged, because its `Host` is part of the signature. */
async function forward(
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
  inner: URL,
): Promise<void> {
  const { method, headers, url: path } = request;
  const onward = httpRequest({ host: inner.hostname, port: inner.port, method, headers, path });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    onward.once('response', resolve).once('error', reject);
  });
  onward.end(body);
  const answer = await answered;
  response.writeHead(answer.statusCode ?? 500, answer.headers);
  await pipeline(answer, response);
}
