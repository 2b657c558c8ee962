import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { compose } from '../../../compose/compose.ts';
import { BULK_LIMITS } from '../../../compose/handlebars/limits.ts';
import { PLANS } from '../../../schema/plans.ts';
import { streamed } from '../../pdf/byte-source.ts';
import type { PagePrint } from '../../print.ts';
import { PrintTimeout, RendererUnavailable } from '../../renderer.ts';
import {
  type GenerateDecision,
  generateDecision,
  MAX_BODY_BYTES,
  PDF_BYTES,
  type Preface,
  PREFACE_BYTES,
  printRequest,
  TIMEOUT_MS,
  WANTS_HASH,
} from '../protocol.ts';
import { type BrowserPool, PoolBusy } from './browser-pool.ts';
import type { Metrics } from './metrics.ts';
import { describeReading, type HeldRequest, readRequest, type Readings } from './readings.ts';

/** What the handlers work with. */
export interface Renderer {
  readonly pool: BrowserPool;
  readonly readings: Readings;
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
  if (pool.load >= pool.capacity) throw new PoolBusy('the queue is full');
  const arrivedAt = Date.now();
  const { job, workspaceId, timeoutMs, maxPdfBytes } = printRequest.parse(await readJson(request));
  const printed = await pool.print(job, { workspaceId, deadline: arrivedAt + timeoutMs, maxPdfBytes });
  metrics.sent(await sendPdf(response, printed));
}

/** `POST /generate` */
export async function handleReading(
  { pool, readings }: Renderer,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (pool.load + readings.count >= pool.capacity) throw new PoolBusy('the queue is full');
  if (!pool.isReady) throw new RendererUnavailable('no browser runs');
  const timeoutMs = Number(header(request, TIMEOUT_MS));
  const arrivedAt = Date.now();
  const read = await before(
    arrivedAt + timeoutMs,
    readRequest(request, Number(header(request, MAX_BODY_BYTES))),
  );
  const id = readings.hold(read.request, Math.max(0, arrivedAt + timeoutMs - Date.now()));
  sendJson(response, 200, describeReading(id, read, request.headers[WANTS_HASH.toLowerCase()] !== undefined));
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
  const decision = generateDecision.parse(await readJson(request));
  const { job, filename } = composeHeld(held, decision);
  const { workspaceId, timeoutMs, plan } = decision;
  const { maxPdfBytes } = PLANS[plan];
  const printed = await pool.print(job, { workspaceId, deadline: arrivedAt + timeoutMs, maxPdfBytes });
  metrics.sent(await sendPdf(response, printed, filename));
}

/** @throws {TemplateError | InvalidComposition} */
function composeHeld({ body, filename }: HeldRequest, decision: GenerateDecision) {
  const { template, plan, watermark, now } = decision;
  const composition = compose({
    html: template?.content ?? body.htmlContent ?? '',
    template,
    data: body.templateData ?? {},
    options: body.options ?? {},
    filename,
    maxHtmlBytes: PLANS[plan].maxHtmlBytes,
    watermark,
    now,
    limits: BULK_LIMITS,
  });
  return { ...composition, job: { ...composition.job, report: body.options?.report === true } };
}

/** Sends preface and PDF, as fast as they are taken, and returns the size of the PDF. */
async function sendPdf(
  response: ServerResponse,
  { pdf, report }: PagePrint,
  filename?: string,
): Promise<number> {
  const preface: Preface = {
    report: {
      ...report,
      failedResources: [...report.failedResources],
      consoleErrors: [...report.consoleErrors],
      missingGlyphs: [...report.missingGlyphs],
    },
    ...(filename === undefined ? {} : { filename }),
  };
  const head = Buffer.from(JSON.stringify(preface));
  response.writeHead(200, {
    'Content-Type': 'application/octet-stream',
    'Content-Length': head.byteLength + pdf.sizeBytes,
    [PREFACE_BYTES]: head.byteLength,
    [PDF_BYTES]: pdf.sizeBytes,
  });
  response.write(head);
  await pipeline(streamed(pdf), response);
  return pdf.sizeBytes;
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
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

const header = (request: IncomingMessage, name: string): string =>
  String(request.headers[name.toLowerCase()]);

/** A body that trickles in runs into the plan's timeout like everything else (decision 24). */
async function before<Result>(deadline: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
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
