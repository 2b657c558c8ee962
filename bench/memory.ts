import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import type { Service } from '../scripts/service.ts';
import { noise } from '../test/support/large-html.ts';
import { openWorkspace, requestPdf, withService } from './client.ts';
import { table } from './measure.ts';
import { measurePeaksMb, memoryGauge } from './peaks.ts';
import { FREE_INSPECTOR, openWorkerIsolate } from './worker-isolate.ts';

const CONCURRENT = 4;

/** 97 MB. Most of it is a comment, because only its size matters. */
const largeBody = (): Blob =>
  new Blob([JSON.stringify({ htmlContent: `<p>large</p><!--${'x'.repeat(97_000_000)}-->` })]);

/** Prints as a PDF of 102 MB. */
const NOISE = `<body>${noise(34)}</body>`;

/** Stores only the size of each object and returns as many bytes. */
async function openDistantBucket(): Promise<Server> {
  const sizes = new Map<string, number>();
  const piece = Buffer.alloc(64 * 1024);
  async function* pieces(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; left -= piece.byteLength) yield piece.subarray(0, left);
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const key = request.url ?? '';
    if (request.method === 'PUT') {
      let size = 0;
      for await (const chunk of request as AsyncIterable<Buffer>) size += chunk.byteLength;
      sizes.set(key, size);
      response.end();
      return;
    }
    const size = sizes.get(key) ?? 0;
    response.writeHead(200, { 'Content-Length': size });
    await pipeline(pieces(size), response);
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

async function sendAll(service: Service, key: string, body: Blob | string, minBytes: number): Promise<void> {
  const send = async (): Promise<void> => {
    const { status, pdfBytes, code } = await requestPdf(service, key, body);
    if (status !== 200 || pdfBytes < minBytes) {
      throw new Error(
        `Expected a PDF of ${minBytes} bytes or more: status ${status}, ${code}, ${pdfBytes} bytes.`,
      );
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, send));
}

/** The bucket runs outside the Worker's process. */
export async function benchMemory(): Promise<string> {
  const bucket = await openDistantBucket();
  const { port } = bucket.address() as AddressInfo;
  const options = {
    renderer: 'container',
    wranglerArgs: [
      'test/support/distant-bucket-entry.ts',
      '--var',
      `DISTANT_BUCKET_URL:http://127.0.0.1:${port}`,
    ],
    env: FREE_INSPECTOR,
  };
  try {
    return await withService(options, measureMemory);
  } finally {
    bucket.close();
  }
}

async function measureMemory(service: Service): Promise<string> {
  const { key } = await openWorkspace(service, 'scale-enterprise');
  const tiny = JSON.stringify({ htmlContent: '<p>tiny' });
  await sendAll(service, key, tiny, 1);
  const isolate = await openWorkerIsolate(service.pid);
  const gauges = { isolate: isolate.usedMb, process: memoryGauge(() => [isolate.pid]) };
  const measure = (body: Blob | string, minBytes: number): Promise<Peaks> =>
    measurePeaksMb(gauges, () => sendAll(service, key, body, minBytes));
  const small = await measure(tiny, 1);
  const largeRequests = await measure(largeBody(), 1);
  const largePdfs = await measure(JSON.stringify({ htmlContent: NOISE }), 100_000_000);
  isolate.close();
  return report({ small, largeRequests, largePdfs });
}

/** In MB. */
type Peaks = Readonly<Record<'isolate' | 'process', number>>;

function report({
  small,
  largeRequests,
  largePdfs,
}: Record<'small' | 'largeRequests' | 'largePdfs', Peaks>): string {
  const row = (what: string, peaks: Peaks): string[] => [
    what,
    ...[peaks.isolate, peaks.process, peaks.process - small.process].map((mb) => `${Math.round(mb)} MB`),
  ];
  return `## Memory of the Worker

Peaks while ${CONCURRENT} requests run at once. The bucket is in another process, like R2 on Cloudflare. Every PDF is written to the
bucket and read from there for the client.

- Isolate: heap and external buffers, as its inspector reports them. Cloudflare's limit is 128 MB; the target is under 100.
- Process: \`RssAnon\` of workerd. It also includes the engine, the emulated bindings (each in its own isolate), and the
  native buffers of streams.

${table([
  [`${CONCURRENT} at once`, 'Isolate', 'Process', 'Process, more than with small documents'],
  row('small documents', small),
  row('request bodies of 97 MB', largeRequests),
  row('PDFs of 102 MB', largePdfs),
])}`;
}
