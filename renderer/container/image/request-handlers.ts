import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import {
  type ByteSource,
  type PagePrint,
  PrintTimeout,
  RendererUnavailable,
  streamed,
  withTimeout,
} from '@platen/print-engine';
import { composeRequest } from '../../../compose/compose-request.ts';
import { BULK_LIMITS } from '../../../compose/template-limits.ts';
import { PLANS } from '../../../schema/plans.ts';
import { RendererBusy } from '../../outcome.ts';
import {
  generateDecision,
  MAX_BODY_BYTES,
  PDF_BYTES,
  type Preface,
  PREFACE_BYTES,
  printRequest,
  SMALL_PDF_BYTES,
  TIMEOUT_MS,
  WANTS_HASH,
} from '../protocol.ts';
import type { BrowserPool } from './browser-pool.ts';
import type { BodyBudget } from './body-budget.ts';
import type { Metrics } from './metrics.ts';
import { type PendingRequests, readRequest, summarizeRequest } from './pending-requests.ts';

export interface RendererParts {
  readonly pool: BrowserPool;
  readonly pending: PendingRequests;
  readonly bodies: BodyBudget;
  readonly metrics: Metrics;
}

/** The request was printed or dropped, or its timeout has passed. */
export class RequestNotPending extends Error {
  override readonly name = 'RequestNotPending';
}

export async function handlePrint(
  { pool, metrics }: RendererParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (pool.load >= pool.capacity) throw new RendererBusy('the queue is full');
  const arrivedAt = Date.now();
  const { job, workspaceId, timeoutMs, maxPdfBytes } = printRequest.parse(await readJson(request));
  const printed = await pool.print(job, { workspaceId, deadline: arrivedAt + timeoutMs, maxPdfBytes });
  metrics.sent(await sendPdf(response, printed));
}

/** @throws {RendererUnavailable} no body would be read now */
export function requireCapacity({ pool, pending, bodies }: RendererParts, bodyBytes: number): void {
  if (pool.load + pending.count >= pool.capacity) throw new RendererBusy('the queue is full');
  if (!bodies.hasRoomFor(bodyBytes)) throw new RendererBusy('there is no memory for another body');
  if (!pool.isReady) throw new RendererUnavailable('no browser is running');
}

export async function handleBody(
  renderer: RendererParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requireCapacity(renderer, 0);
  const { pending, bodies } = renderer;
  const timeoutMs = Number(header(request, TIMEOUT_MS));
  const deadline = Date.now() + timeoutMs;
  const allowance = bodies.open();
  try {
    const maxBytes = Number(header(request, MAX_BODY_BYTES));
    // A body that arrives too slowly runs into the plan's timeout (contract 4.3).
    const read = await withTimeout(readRequest(request, maxBytes, allowance), timeoutMs, () => {
      throw new PrintTimeout('the body did not arrive in time');
    });
    const wantsHash = request.headers[WANTS_HASH.toLowerCase()] !== undefined;
    const id = randomUUID();
    const summary = summarizeRequest(id, read, wantsHash);
    pending.add(id, read.request, Math.max(0, deadline - Date.now()));
    sendJson(response, 200, summary);
  } catch (error) {
    allowance.release();
    throw error;
  }
}

export async function handleGenerate(
  { pool, pending, metrics }: RendererParts,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrivedAt = Date.now();
  const pendingRequest = pending.take(id);
  if (pendingRequest === null) throw new RequestNotPending('no request with this id is pending');
  try {
    const { workspaceId, timeoutMs, ...terms } = generateDecision.parse(await readJson(request));
    const composing = performance.now();
    const { job, filename } = composeRequest({ ...pendingRequest, ...terms, limits: BULK_LIMITS });
    const composed = { filename, durationMs: performance.now() - composing };
    const { maxPdfBytes } = PLANS[terms.plan];
    const limits = { workspaceId, deadline: arrivedAt + timeoutMs, maxPdfBytes };
    metrics.sent(await sendPdf(response, await pool.print(job, limits), composed));
  } finally {
    pendingRequest.allowance.release();
  }
}

/** Returns the size of the PDF. */
async function sendPdf(
  response: ServerResponse,
  { pdf, report }: PagePrint,
  composed?: Preface['composed'],
): Promise<number> {
  const preface: Preface = { report, composed };
  const head = Buffer.from(JSON.stringify(preface));
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': head.byteLength + pdf.sizeBytes,
    [PREFACE_BYTES]: head.byteLength,
    [PDF_BYTES]: pdf.sizeBytes,
  });
  const isSmall = pdf.sizeBytes <= SMALL_PDF_BYTES;
  const body = isSmall ? [Buffer.concat([head, await pdf.read(0, pdf.sizeBytes)])] : pdfChunks(head, pdf);
  await pipeline(body, response);
  return pdf.sizeBytes;
}

async function* pdfChunks(head: Uint8Array, pdf: ByteSource): AsyncGenerator<Uint8Array> {
  yield head;
  yield* streamed(pdf);
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

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

const header = (request: IncomingMessage, name: string): string =>
  String(request.headers[name.toLowerCase()]);
