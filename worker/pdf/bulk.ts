import { readPdf, refusalOf } from '../../renderer/container/answer.ts';
import { callContainer, type ContainerFetch } from '../../renderer/container/host.ts';
import {
  BODY_BYTES,
  type GenerateDecision,
  MAX_BODY_BYTES,
  type Reading,
  reading,
  TIMEOUT_MS,
  WANTS_HASH,
} from '../../renderer/container/protocol.ts';
import { PrintTimeout } from '../../renderer/renderer.ts';
import { BODY_LATE } from '../../schema/api/body-problems.ts';
import { ApiError } from '../api-error.ts';
import type { Container } from '../choose-renderer.ts';
import type { MadePdf, OrderTerms, PdfOrder } from './order.ts';

/** A container that does not answer after the deadline is not waited for any longer. */
const GRACE_MS = 1_000;

/** A request whose body this isolate has not read. */
export interface UnreadRequest {
  readonly body: ReadableStream<Uint8Array>;
  readonly maxBodyBytes: number;
  /** Epoch milliseconds. */
  readonly deadline: number;
  /** Asks for the hash by which bodies are compared (decision 31). */
  readonly wantsHash: boolean;
}

/** An order whose body the container has read and holds. */
export interface BulkOrder extends PdfOrder {
  readonly bodyHash: string | null;
  /** Lets go of a request that goes no further; does nothing for one that was made. Never throws. */
  abandon(): Promise<void>;
}

/**
 * Finds a container that has room for a large request; null if none has. Asked before the body is sent:
 * a stream that one container has begun to read cannot go to another.
 *
 * @param bodyBytes infinite where the body does not tell its size
 */
export async function roomyContainer(
  { host, token }: Container,
  workspaceId: string,
  bodyBytes: number,
): Promise<ContainerFetch | null> {
  const headers = new Headers(Number.isFinite(bodyBytes) ? [[BODY_BYTES, String(bodyBytes)]] : []);
  for (const instance of host.instances(workspaceId)) {
    const answer = await callContainer(instance, token, '/generate', { headers }).catch(() => null);
    await answer?.body?.cancel();
    if (answer?.ok === true) return instance;
  }
  return null;
}

/**
 * The bulk lane: streams an unread body to the container, which checks it by the rules of the edge lane and
 * holds it until the worker has decided. What is read and printed there never enters this isolate.
 *
 * @throws {InvalidComposition} the body is not valid
 * @throws {ApiError} `REQUEST_TIMEOUT`: it did not arrive in time
 * @throws {RendererUnavailable}
 */
export async function readInContainer(
  instance: ContainerFetch,
  token: string,
  { body, maxBodyBytes, deadline, wantsHash }: UnreadRequest,
): Promise<BulkOrder> {
  const call = (path: string, init: RequestInit) => callBefore(deadline, instance, token, path, init);
  const headers = {
    [TIMEOUT_MS]: String(remaining(deadline)),
    [MAX_BODY_BYTES]: String(maxBodyBytes),
    ...(wantsHash ? { [WANTS_HASH]: 'true' } : {}),
  };
  const answer = await call('/generate', { method: 'POST', headers, body });
  if (!answer.ok) {
    const refused = await refusalOf(answer);
    throw refused instanceof PrintTimeout ? new ApiError('REQUEST_TIMEOUT', BODY_LATE) : refused;
  }
  const held: Reading = reading.parse(await answer.json());
  const path = `/generate/${held.id}`;
  let isHeld = true;
  return {
    ...held,
    make(terms) {
      isHeld = false;
      return makeHeld(call, path, terms);
    },
    async abandon() {
      if (isHeld) await call(path, { method: 'DELETE' }).catch(() => {});
    },
  };
}

type Call = (path: string, init: RequestInit) => Promise<Response>;

async function makeHeld(call: Call, path: string, terms: OrderTerms): Promise<MadePdf> {
  const { workspaceId, plan, deadline, template, watermark, now, phases } = terms;
  const decision: GenerateDecision = {
    workspaceId,
    plan,
    timeoutMs: remaining(deadline),
    watermark,
    now,
    template,
  };
  const pdf = await phases.measure('print', async () =>
    readPdf(await call(path, { method: 'POST', body: JSON.stringify(decision) })),
  );
  if (pdf.composed === undefined) throw new Error('The container did not compose what it printed');
  phases.note('compose', pdf.composed.durationMs);
  return { pdf, filename: pdf.composed.filename };
}

/** @throws {PrintTimeout} no answer before the deadline */
async function callBefore(
  deadline: number,
  instance: ContainerFetch,
  token: string,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const signal = AbortSignal.timeout(remaining(deadline) + GRACE_MS);
  try {
    return await callContainer(instance, token, path, { ...init, signal });
  } catch (error) {
    if (signal.aborted) throw new PrintTimeout('the container did not answer in time');
    throw error;
  }
}

const remaining = (deadline: number): number => Math.max(0, deadline - Date.now());
