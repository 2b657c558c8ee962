import { Agent, request as open, type ClientRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer } from '../../../test/support/answer.ts';
import type { FuzzRequest } from './request.ts';

/** A request that the service does not answer is a failure. Prints and sign-ins take seconds on a busy machine. */
const ANSWER_MS = 120_000;

const PAUSE_MS = 20;

/** The service may answer before it has read a long body. It closes the connection then. */
const SHORT_BYTES = 30_000;

export type Outcome =
  | { readonly kind: 'answered'; readonly answer: Answer }
  /** The client of Node cannot send it, or ended the connection itself. */
  | { readonly kind: 'unsent' }
  | { readonly kind: 'broken'; readonly reason: string };

export class Sender {
  readonly #url: URL;
  readonly #kept: Agent;

  constructor(url: string, connections: number) {
    this.#url = new URL(url);
    this.#kept = new Agent({ keepAlive: true, maxSockets: connections });
  }

  async send(fuzzed: FuzzRequest): Promise<Outcome> {
    const first = await this.#attempt(fuzzed, this.#agentFor(fuzzed));
    if (first.kind !== 'broken') return first;
    // The service may close a kept connection while a request is sent on it.
    if (first.reason === 'ECONNRESET') return this.#attempt(fuzzed, false);
    // It may answer before a slow body has ended, and close. Node then reports the next write, and not the answer.
    const isEarly = first.reason === 'EPIPE' && fuzzed.delivery === 'slow';
    return isEarly ? this.#attempt({ ...fuzzed, delivery: 'chunked' }, false) : first;
  }

  close(): void {
    this.#kept.destroy();
  }

  #agentFor({ body, delivery }: FuzzRequest): Agent | false {
    return delivery === 'whole' && (body?.length ?? 0) < SHORT_BYTES ? this.#kept : false;
  }

  async #attempt(fuzzed: FuzzRequest, agent: Agent | false): Promise<Outcome> {
    const { method, path, body, delivery } = fuzzed;
    const headers = [...fuzzed.headers, ['Host', this.#url.host], ...lengthOf(fuzzed)].flat();
    let sent: ClientRequest;
    try {
      const { hostname, port } = this.#url;
      sent = open({ agent, host: hostname, port, method, path, headers });
    } catch {
      return { kind: 'unsent' };
    }
    return new Promise((resolve) => {
      sent.setTimeout(ANSWER_MS, () =>
        sent.destroy(Object.assign(new Error(), { code: 'no answer in time' })),
      );
      sent.once('error', (error: NodeJS.ErrnoException) => {
        const isOwn = delivery === 'truncated' || delivery === 'announced';
        resolve(isOwn ? { kind: 'unsent' } : { kind: 'broken', reason: error.code ?? error.message });
      });
      sent.once('response', (response) => void readAnswer(response).then(resolve));
      void write(sent, body, delivery);
    });
  }
}

function lengthOf({ body, delivery, method, headers }: FuzzRequest): [string, string][] {
  if (delivery === 'chunked' || delivery === 'slow') return [['Transfer-Encoding', 'chunked']];
  if (headers.some(([name]) => name === 'Content-Length')) return [];
  if (body === null) return method === 'GET' || method === 'HEAD' ? [] : [['Content-Length', '0']];
  return [['Content-Length', String(body.length + (delivery === 'announced' ? 50_000_000 : 0))]];
}

async function write(
  sent: ClientRequest,
  body: Buffer | null,
  delivery: FuzzRequest['delivery'],
): Promise<void> {
  if (body === null || delivery === 'whole' || delivery === 'chunked')
    return void sent.end(body ?? undefined);
  const third = Math.ceil(body.length / 3);
  sent.write(body.subarray(0, third));
  await delay(PAUSE_MS);
  if (delivery === 'truncated') return void sent.destroy();
  sent.write(body.subarray(third, 2 * third));
  await delay(PAUSE_MS);
  if (delivery === 'slow') return void sent.end(body.subarray(2 * third));
  // The rest never comes. Without an answer by then, the service waits for it.
  await delay(10 * PAUSE_MS);
  if (sent.listenerCount('response') > 0) sent.destroy();
}

async function readAnswer(response: IncomingMessage): Promise<Outcome> {
  try {
    const bytes = Buffer.concat(await response.toArray());
    const headers = new Headers();
    for (let at = 0; at < response.rawHeaders.length; at += 2) {
      headers.append(response.rawHeaders[at] ?? '', response.rawHeaders[at + 1] ?? '');
    }
    const status = response.statusCode ?? 0;
    return { kind: 'answered', answer: { status, headers, bytes, text: bytes.toString('utf8') } };
  } catch (error) {
    return { kind: 'broken', reason: `the answer ended early: ${String(error)}` };
  }
}
