import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { composeRequest } from '../../../compose/compose-request.ts';
import { BULK_LIMITS } from '../../../compose/handlebars/limits.ts';
import { PLANS } from '../../../schema/plans.ts';
import { RendererBusy } from '../../browser-supervisor.ts';
import { type ByteSource, streamed } from '../../pdf/byte-source.ts';
import type { PagePrint } from '../../print.ts';
import { PrintTimeout, RendererUnavailable } from '../../renderer.ts';
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
import { describeReading, readRequest, type Readings } from './readings.ts';

/** What the handlers work with. */
export interface Renderer {
  readonly pool: BrowserPool;
  readonly readings: Readings;
  readonly bodies: BodyBudget;
  readonly metrics: Metrics;
}

/** There is no such reading: it was taken, given up, or its time has passed. */
export class ReadingGone extends Error {
  override readonly name = 'ReadingGone';
}

/** `POST /print` */
export async function handlePrint(
  { pool, metrics }: Renderer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (pool.load >= pool.capacity) throw new RendererBusy('the queue is full');
  const arrivedAt = Date.now();
  const { job, workspaceId, timeoutMs, maxPdfBytes } = printRequest.parse(await readJson(request));
  const printed = await pool.print(job, { workspaceId, deadline: arrivedAt + timeoutMs, maxPdfBytes });
  metrics.sent(await sendPdf(response, printed));
}

/** `GET /generate`: whether a body would be read now. */
export function requireRoom({ pool, readings, bodies }: Renderer, bodyBytes: number): void {
  if (pool.load + readings.count >= pool.capacity) throw new RendererBusy('the queue is full');
  if (!bodies.hasRoomFor(bodyBytes)) throw new RendererBusy('there is no memory for another body');
  if (!pool.isReady) throw new RendererUnavailable('no browser runs');
}

/** `POST /generate` */
export async function handleReading(
  renderer: Renderer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  requireRoom(renderer, 0);
  const { readings, bodies } = renderer;
  const timeoutMs = Number(header(request, TIMEOUT_MS));
  const deadline = Date.now() + timeoutMs;
  const share = bodies.open();
  try {
    const maxBytes = Number(header(request, MAX_BODY_BYTES));
    const read = await before(deadline, readRequest(request, maxBytes, share));
    const wantsHash = request.headers[WANTS_HASH.toLowerCase()] !== undefined;
    const id = randomUUID();
    const description = describeReading(id, read, wantsHash);
    readings.hold(id, read.request, Math.max(0, deadline - Date.now()));
    sendJson(response, 200, description);
  } catch (error) {
    share.release();
    throw error;
  }
}

/** `POST /generate/{reading}` */
export async function handleGenerate(
  { pool, readings, metrics }: Renderer,
  id: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const arrivedAt = Date.now();
  const held = readings.take(id);
  if (held === null) throw new ReadingGone('there is no such reading');
  try {
    const { workspaceId, timeoutMs, ...terms } = generateDecision.parse(await readJson(request));
    const composing = performance.now();
    const { job, filename } = composeRequest({ ...held, ...terms, limits: BULK_LIMITS });
    const composed = { filename, durationMs: performance.now() - composing };
    const { maxPdfBytes } = PLANS[terms.plan];
    const limits = { workspaceId, deadline: arrivedAt + timeoutMs, maxPdfBytes };
    metrics.sent(await sendPdf(response, await pool.print(job, limits), composed));
  } finally {
    held.share.release();
  }
}

/** Sends preface and PDF, as fast as they are taken, and returns the size of the PDF. */
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
  const body = isSmall ? [Buffer.concat([head, await pdf.read(0, pdf.sizeBytes)])] : piecesOf(head, pdf);
  await pipeline(body, response);
  return pdf.sizeBytes;
}

async function* piecesOf(head: Uint8Array, pdf: ByteSource): AsyncGenerator<Uint8Array> {
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

/** A body that trickles in runs into the plan's timeout like everything else (decision 24). */
async function before<Result>(deadline: number, work: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new PrintTimeout('the body did not arrive in time');
    timer = setTimeout(() => reject(error), Math.max(0, deadline - Date.now()));
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
