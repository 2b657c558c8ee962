import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A server that never stops sends 64 MB here, so that a client that reads on harms no test machine. */
const ENDLESS_BYTES = 64_000_000;
const CHUNK = Buffer.alloc(64_000, 'x');

const LATE_PUT_MS = 1_000;

/** The faults of a hostile or broken store while a target is tested. The bucket's name selects the fault. */
export const TRIAL_BUCKETS = [
  /** A download never ends. */
  'endless-get',
  /** A download has a start, then five bytes a second. */
  'trickling-get',
  /** A download is never answered. */
  'silent-get',
  /** An upload is never answered. */
  'silent-put',
  /** The answer to an upload never ends. */
  'endless-put',
  /** An upload is refused with an error that never ends. */
  'endless-refusal',
  /** An upload succeeds one second after it has arrived, whether the client waits or not. S3 only. */
  'late-put',
  /** The access key has no right to delete. */
  'no-delete',
  /** Errors have no message. */
  'mute',
] as const;

type TrialBucket = (typeof TRIAL_BUCKETS)[number];

const BUCKET = new RegExp(`/(${TRIAL_BUCKETS.join('|')})(?=/)`);

const NO_RIGHT = '<Error><Code>AccessDenied</Code><Message>Not allowed</Message></Error>';

/** As Ceph answers. */
const NO_MESSAGE = '<Error><Code>NoSuchBucket</Code><Message></Message></Error>';

const isGet = ({ method }: IncomingMessage): boolean => method === 'GET';
const isUpload = ({ headers }: IncomingMessage): boolean => headers['content-type'] === 'application/pdf';

/** Simulates these faults, and counts the bytes that clients have accepted. */
export class TrialFaults {
  #sentBytes = 0;

  /** @returns whether this function has handled the request */
  async handle(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    if (request.url === '/sent-bytes') {
      response.end(String(this.#sentBytes));
      this.#sentBytes = 0;
      return true;
    }
    const bucket = BUCKET.exec(request.url ?? '')?.[1] as TrialBucket | undefined;
    if (bucket === 'endless-get' && isGet(request)) return this.#sendEndlessly(response, 200);
    if (bucket === 'trickling-get' && isGet(request)) return trickle(response);
    if (bucket === 'silent-get' && isGet(request)) return true;
    if (bucket === 'silent-put' && isUpload(request)) return true;
    if (bucket === 'endless-put' && isUpload(request)) return this.#sendEndlessly(response, 200);
    if (bucket === 'endless-refusal' && isUpload(request)) return this.#sendEndlessly(response, 403);
    if (bucket === 'mute' && isUpload(request)) return refuseMutely(request, response);
    if (bucket === 'no-delete' && request.method === 'DELETE') {
      response.writeHead(403, { 'Content-Type': 'application/xml' }).end(NO_RIGHT);
      return true;
    }
    return false;
  }

  /** Call this when an upload has arrived. */
  async delayPut(request: IncomingMessage): Promise<void> {
    if (isUpload(request) && request.url?.includes('/late-put/') === true) await delay(LATE_PUT_MS);
  }

  async #sendEndlessly(response: ServerResponse, status: number): Promise<boolean> {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    const closed = new Promise((resolve) => response.once('close', resolve));
    for (let sent = 0; sent < ENDLESS_BYTES && !response.destroyed; sent += CHUNK.byteLength) {
      const written = new Promise((resolve) => response.write(CHUNK, resolve));
      await Promise.race([written, closed]);
      if (!response.destroyed) this.#sentBytes += CHUNK.byteLength;
    }
    response.destroy();
    return true;
  }
}

function refuseMutely(request: IncomingMessage, response: ServerResponse): boolean {
  request.resume();
  const isSupabase = request.url?.startsWith('/storage/v1/') === true;
  const [type, body] = isSupabase ? ['application/json', '{}'] : ['application/xml', NO_MESSAGE];
  response.writeHead(404, { 'Content-Type': type }).end(body);
  return true;
}

async function trickle(response: ServerResponse): Promise<boolean> {
  response.writeHead(200, { 'Content-Type': 'application/pdf' }).flushHeaders();
  while (!response.destroyed) {
    response.write('x');
    await delay(200);
  }
  return true;
}
