/** Waits until a renderer is healthy and prints one page. It runs without `npm ci`. URL */
import { setTimeout as wait } from 'node:timers/promises';
import type { PrintJob } from '@platen/pdf';
import type { PrintRequest } from '../../renderer/container/protocol.ts';

/** `PREFACE_BYTES` of `renderer/container/protocol.ts`. */
const PREFACE_BYTES = 'X-Preface-Bytes';

const START_MS = 60_000;
const POLL_MS = 500;

const JOB: PrintJob = {
  html: '<h1>Printed in the container</h1>',
  paper: { widthMm: 210, heightMm: 297 },
  contentMargin: { topMm: 20, rightMm: 20, bottomMm: 20, leftMm: 20 },
  header: [],
  footer: [],
  printBackground: true,
  mediaType: 'print',
  scale: 1,
  pageRanges: null,
  waitForSelector: null,
  preferCssPageSize: false,
  tagged: false,
  outline: false,
  watermark: null,
};

async function waitUntilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  for (;;) {
    const status = await fetch(`${url}/health`).then(
      (response) => response.status,
      (error: unknown) => String(error),
    );
    if (status === 200) return;
    if (Date.now() > deadline) throw new Error(`GET /health: ${status} after ${START_MS} ms`);
    await wait(POLL_MS);
  }
}

async function printPage(url: string, token: string): Promise<Uint8Array> {
  const request: PrintRequest = { job: JOB, workspaceId: 'smoke', timeoutMs: 30_000, maxPdfBytes: 1_000_000 };
  const response = await fetch(`${url}/print`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`POST /print: ${response.status} ${await response.text()}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return bytes.subarray(Number(response.headers.get(PREFACE_BYTES)));
}

try {
  const [url] = process.argv.slice(2);
  const token = process.env.RENDERER_TOKEN;
  if (url === undefined || token === undefined) {
    throw new Error('Usage: RENDERER_TOKEN=… node scripts/tools/smoke-renderer.ts URL');
  }
  await waitUntilHealthy(url);
  const pdf = await printPage(url, token);
  const start = new TextDecoder('latin1').decode(pdf.subarray(0, 5));
  if (start !== '%PDF-') throw new Error(`POST /print answered with ${start} instead of a PDF`);
  console.log(`The renderer is healthy and printed a PDF of ${pdf.length} bytes.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
