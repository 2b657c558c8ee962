import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import type { ClientBooks, Outcome } from './client-books.ts';
import { isMaking, type Order } from './orders.ts';
import type { Endpoint, Population } from './workspaces.ts';

/** Above the plan's timeout, for a busy machine: to store a file, to copy it, and to answer. */
const ANSWER_MS = 60_000;

/** After this time, a client closes its connection. */
const HANG_UP_MS = 30_000;

const RETRY_MS = 500;
const LONGEST_RETRY_MS = 5_000;

const generated = z.object({ data: z.object({ fileId: z.string() }) });
const split = z.object({ data: z.object({ files: z.array(z.object({ fileId: z.string() })) }) });
const job = z.object({ data: z.object({ jobId: z.string() }) });
const batch = z.object({ data: z.object({ batchId: z.string() }) });
const refusal = z.object({ error: z.object({ code: z.string(), requestId: z.string() }) });

interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: string | null;
}

export interface ClientOptions {
  readonly books: ClientBooks;
  readonly population: Population;
  readonly endpoint: () => Endpoint;
  /**
   * A client repeats a request that failed or got no answer until it has a result: then it knows each of its files,
   * whatever happened to the service.
   */
  readonly isPersistent: boolean;
  /** The milliseconds after which the client hangs up during its first attempt, or null if it waits for the answer. */
  readonly hangUpMs?: (order: Order) => number | null;
}

/** Sends orders, and writes down what it is answered. */
export class LoadClient {
  readonly #options: ClientOptions;
  /** Persistent clients end their repetitions when it is set. */
  #isClosing = false;
  /** The orders without a result, and the last answer of each. */
  readonly #running = new Map<Order, string>();

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** From now on, what is not done yet is repeated until it is done, and nothing hangs up. */
  close(): void {
    this.#isClosing = true;
  }

  /** @returns whether it got its result */
  async carryOut(order: Order): Promise<boolean> {
    this.#running.set(order, 'no answer yet');
    try {
      return await this.#carryOut(order);
    } finally {
      this.#running.delete(order);
    }
  }

  /** Requests without a result, with their last answers. */
  running(): string[] {
    return [...this.#running].map(
      ([{ kind, path, sender }, last]) => `${kind} (${path}) of ${sender.name}, ${last}`,
    );
  }

  async #carryOut(order: Order): Promise<boolean> {
    const key = randomUUID();
    for (let attempt = 1; ; attempt += 1) {
      const { outcome, answer } = await this.#attempt(order, key, attempt === 1);
      if (outcome === 'done') return true;
      this.#running.set(order, `${answer?.status ?? 'no answer'} ${answer?.code ?? ''}`);
      if (!this.#options.isPersistent || isFinal(order, answer, attempt)) return false;
      await delay(Math.min(LONGEST_RETRY_MS, RETRY_MS * attempt));
    }
  }

  async #attempt(order: Order, key: string, mayHangUp: boolean) {
    const { books } = this.#options;
    const startedAt = performance.now();
    const answer = await this.#send(order, key, mayHangUp);
    const tookMs = performance.now() - startedAt;
    const outcome = this.#judge(order, answer);
    books.count(order.kind, outcome, tookMs);
    if (tookMs > this.#boundMs(order)) {
      books.report(
        `${order.kind} of ${order.sender.name} had no answer after ${Math.round(tookMs / 1_000)} s`,
      );
    }
    return { outcome, answer };
  }

  #boundMs({ sender }: Order): number {
    return sender.timeoutMs + ANSWER_MS;
  }

  /** Returns null if there is no answer. */
  async #send(order: Order, key: string, mayHangUp: boolean): Promise<Answered | null> {
    const { method, path, body, sender, kind } = order;
    const { endpoint, hangUpMs } = this.#options;
    const hangUp = this.#isClosing || !mayHangUp ? null : (hangUpMs?.(order) ?? null);
    try {
      const { url } = endpoint();
      const response = await fetch(`${url}${path}`, {
        method,
        headers: {
          ...this.#credentials(order, url),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(isMaking(kind) ? { 'Idempotency-Key': key } : {}),
          ...(hangUp === null ? {} : { 'X-Hang-Up-After-Ms': String(hangUp) }),
          ...order.headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(hangUp ?? sender.timeoutMs + ANSWER_MS + HANG_UP_MS),
      });
      const text = Buffer.from(await response.arrayBuffer()).toString('latin1');
      const { status, headers } = response;
      return { status, headers, text, code: codeOf(status, text) };
    } catch {
      return null;
    }
  }

  #credentials({ path, sender }: Order, url: string): Record<string, string> {
    if (path.startsWith('/v1/')) return { 'X-API-Key': sender.key };
    const { name, value } = this.#options.population.owner.cookie;
    return { Cookie: `${name}=${value}`, Origin: url };
  }

  #judge(order: Order, answer: Answered | null): Outcome {
    if (answer === null) return 'unanswered';
    if (order.expects.includes(answer.status)) {
      this.#note(order, answer);
      return 'done';
    }
    const { status, headers, code } = answer;
    // An earlier attempt deleted it, and its answer was lost.
    if (order.deletes !== undefined && status === 404) {
      this.#note(order, answer);
      return 'done';
    }
    const isRefusal = status === 429 || status === 503;
    if (isRefusal && /^\d+$/.test(headers.get('Retry-After') ?? '')) return 'refused';
    this.#options.books.countCode(`${status} ${code ?? 'without a code'}`);
    return 'failed';
  }

  #note({ kind, sender, deletes }: Order, { text, headers }: Answered): void {
    const books = this.#options.books.of(sender);
    if (deletes !== undefined) return void books.deleted.add(deletes);
    if (!isMaking(kind)) return;
    if (kind === 'job') return void books.jobs.add(job.parse(JSON.parse(text)).data.jobId);
    if (kind === 'batch') return void books.batches.add(batch.parse(JSON.parse(text)).data.batchId);
    if (kind === 'split') {
      for (const { fileId } of split.parse(JSON.parse(text)).data.files) books.add(fileId, false);
      return;
    }
    const fileId =
      kind === 'pdf' ? (headers.get('X-File-Id') ?? '') : generated.parse(JSON.parse(text)).data.fileId;
    books.add(fileId, kind === 'html' || kind === 'template');
  }
}

/** Returns whether the client knows that no attempt has had an effect. */
function isFinal({ kind, deletes }: Order, answer: Answered | null, attempt: number): boolean {
  if (answer === null || answer.status >= 500 || answer.status === 408) return false;
  // A file that was made already would have been returned before these errors.
  if (answer.status !== 429 || answer.code === 'NO_CREDITS_AVAILABLE') return true;
  return attempt === 1 || (!isMaking(kind) && deletes === undefined);
}

/** Returns null for a success. If a failure has no code, the answer is not from the service itself. */
function codeOf(status: number, text: string): string | null {
  if (status < 400) return null;
  try {
    return refusal.parse(JSON.parse(text)).error.code;
  } catch {
    return null;
  }
}
