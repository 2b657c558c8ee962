import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { PrintTimeout, RendererUnavailable, withTimeout } from '@platen/print-engine';
import { PLANS } from '../../../schema/plans.ts';
import { RendererBusy } from '../../outcome.ts';
import type { RunningJobs } from '../../running-jobs.ts';
import type { ShareLimits } from '../../shared-places.ts';
import {
  BODY_BYTES,
  generateDecision,
  IS_STRICT,
  JOB_ID,
  MAX_BODY_BYTES,
  PAGE_SHARE,
  printRequest,
  TIMEOUT_MS,
  WANTS_HASH,
  WORKSPACE_ID,
} from '../protocol.ts';
import { NeedsComponents } from '../needs-components.ts';
import type { BrowserPool } from './browser-pool.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Composer } from './composing/composer.ts';
import { attachSentAssets, requirePartials } from './composing/sent-components.ts';
import type { Metrics } from './metrics.ts';
import { type PendingRequests, readRequest, summarizeRequest } from './pending-requests.ts';
import { sendPrint } from './send-print.ts';
import type { Thumbnails } from './thumbnail/thumbnails.ts';

export interface RendererServices {
  readonly pool: BrowserPool;
  readonly pending: PendingRequests;
  readonly bodies: BodyBudget;
  readonly composer: Composer;
  readonly metrics: Metrics;
  readonly jobs: RunningJobs;
  readonly thumbnails: Thumbnails;
}

/** A job of the edge lane: its HTML has at most 20 million characters, and each may take six bytes as JSON. */
const MAX_JOB_BYTES = 160_000_000;

/** The size of a decision with the content of a template. */
const MAX_DECISION_BYTES = 64_000_000;

class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLarge';
}

/** The request was printed or dropped, or its timeout has passed. */
export class RequestNotPending extends Error {
  override readonly name = 'RequestNotPending';
}

export async function handlePrint(
  renderer: RendererServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pool, metrics } = renderer;
  if (pool.load >= pool.capacity) throw new RendererBusy('the queue is full');
  const arrivedAt = Date.now();
  const { job, timeoutMs, ...asked } = printRequest.parse(JSON.parse(await readBody(request, MAX_JOB_BYTES)));
  const limits = { ...asked, deadline: arrivedAt + timeoutMs };
  await runJob(renderer, request, response, async (signal) => {
    const printed = await pool.print(job, limits, signal);
    metrics.sent(await sendPrint(renderer, response, printed, { job, limits, signal }));
  });
}

/** The job is cancelled by its id, or when the Worker closes the request. */
export function runJob<T>(
  { jobs }: RendererServices,
  request: IncomingMessage,
  response: ServerResponse,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const id = header(request, JOB_ID) ?? randomUUID();
  response.once('close', () => {
    if (!response.writableFinished) jobs.cancel(id);
  });
  return jobs.run(id, work);
}

export function handleCapacity(
  renderer: RendererServices,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const bodyBytes = Number(header(request, BODY_BYTES) ?? 0);
  requireCapacity(renderer, bodyBytes, readShare(request));
  response.writeHead(204).end();
}

/** @throws {RendererUnavailable} no body would be read now */
function requireCapacity({ pool, bodies }: RendererServices, bodyBytes: number, share: ShareLimits): void {
  pool.places.requireFree(share, pool.capacity);
  if (!bodies.hasRoomFor(bodyBytes)) throw new RendererBusy('there is no memory for another body');
  if (!pool.isReady) throw new RendererUnavailable('no browser is running');
}

export async function handleBody(
  renderer: RendererServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const share = readShare(request);
  requireCapacity(renderer, 0, share);
  const { pending, bodies } = renderer;
  const timeoutMs = Number(header(request, TIMEOUT_MS));
  const deadline = Date.now() + timeoutMs;
  const allowance = bodies.open();
  try {
    const maxBytes = Number(header(request, MAX_BODY_BYTES));
    const isStrict = header(request, IS_STRICT) !== undefined;
    // A body that arrives too slowly runs into the plan's timeout (contract 4.3).
    const read = await withTimeout(readRequest(request, { maxBytes, allowance, isStrict }), timeoutMs, () => {
      throw new PrintTimeout('the body did not arrive in time');
    });
    const wantsHash = header(request, WANTS_HASH) !== undefined;
    const id = randomUUID();
    const summary = summarizeRequest(id, read, wantsHash);
    pending.add(id, { ...read.request, workspaceId: share.workspaceId }, Math.max(0, deadline - Date.now()));
    sendJson(response, 200, summary);
  } catch (error) {
    allowance.release();
    throw error;
  }
}

export async function handleGenerate(
  renderer: RendererServices,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pool, pending, composer, metrics } = renderer;
  const arrivedAt = Date.now();
  const pendingRequest = pending.take(id);
  if (pendingRequest === null) throw new RequestNotPending('no request with this id is pending');
  const { allowance, body, filename: wanted, unknownFields } = pendingRequest;
  let isPendingAgain = false;
  try {
    const decision = generateDecision.parse(JSON.parse(await readBody(request, MAX_DECISION_BYTES)));
    const { workspaceId, timeoutMs, isBackground, thumbnailWidth, parts: components, ...terms } = decision;
    const { maxPdfBytes, maxPages, pageShare } = PLANS[terms.plan];
    const deadline = arrivedAt + timeoutMs;
    const limits = { workspaceId, deadline, maxPdfBytes, maxPages, pageShare, isBackground };
    await runJob(renderer, request, response, async (signal) => {
      requirePartials(body, terms.plan, components);
      const toCompose = { body, filename: wanted, unknownFields, partials: components.partials, ...terms };
      const { job: composedJob, ...composed } = await composer.compose(toCompose, limits, signal);
      const job = { ...(await attachSentAssets(composedJob, components)), thumbnailWidth };
      const printed = await pool.print(job, limits, signal);
      metrics.sent(await sendPrint(renderer, response, printed, { job, limits, signal, composed }));
    }).catch((error: unknown) => {
      if (error instanceof NeedsComponents) {
        pending.add(id, pendingRequest, Math.max(0, deadline - Date.now()));
        isPendingAgain = true;
      }
      throw error;
    });
  } finally {
    if (!isPendingAgain) allowance.release();
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  });
  response.end(text);
}

/** @throws {RequestTooLarge} */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new RequestTooLarge(`the request has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

const readShare = (request: IncomingMessage): ShareLimits => ({
  workspaceId: header(request, WORKSPACE_ID) ?? '',
  pageShare: Number(header(request, PAGE_SHARE) ?? 1),
});

export const header = (request: IncomingMessage, name: string): string | undefined =>
  request.headers[name.toLowerCase()]?.toString();
