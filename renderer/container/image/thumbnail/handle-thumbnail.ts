import type { IncomingMessage, ServerResponse } from 'node:http';
import { RendererBusy } from '../../../outcome.ts';
import { HEIGHT, PAGE, PAGE_SHARE, TIMEOUT_MS, WIDTH, WORKSPACE_ID } from '../../protocol.ts';
import type { BodyAllowance } from '../body-budget.ts';
import { header, runJob, type RendererServices } from '../request-handlers.ts';

/** Takes a PDF, answers with a PNG of one of its pages. */
export async function handleThumbnail(
  renderer: RendererServices,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const deadline = Date.now() + Number(header(request, TIMEOUT_MS));
  const limits = {
    workspaceId: header(request, WORKSPACE_ID) ?? '',
    pageShare: Number(header(request, PAGE_SHARE) ?? 1),
    deadline,
  };
  const width = Number(header(request, WIDTH));
  const page = Number(header(request, PAGE) ?? 1);
  const allowance = renderer.bodies.open();
  try {
    const pdf = await readPdf(request, allowance);
    await runJob(renderer, request, response, async (signal) => {
      const drawn = await renderer.thumbnails.draw({ pdf, width, page }, limits, signal);
      response.writeHead(200, {
        'Content-Type': 'image/png',
        'Content-Length': drawn.png.byteLength,
        [WIDTH]: drawn.width,
        [HEIGHT]: drawn.height,
      });
      response.end(drawn.png);
    });
  } finally {
    allowance.release();
  }
}

/** @throws {RendererBusy} no memory is left */
async function readPdf(request: IncomingMessage, allowance: BodyAllowance): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) {
    if (!allowance.grow(chunk.byteLength)) throw new RendererBusy('there is no memory for another PDF');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
