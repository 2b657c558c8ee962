import { PLANS } from '../../../schema/plans.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import { arriving } from './arriving.ts';
import { type AppContext, requireCtx } from './context.ts';
import { openBody } from './decode-body.ts';

/**
 * Reads a body that is no JSON, and gives it to `work` while the request has memory for it.
 *
 * @throws {ApiError} `VALIDATION_ERROR`, `REQUEST_TIMEOUT`, `SERVICE_BUSY`
 */
export async function withBytes<Result>(
  c: AppContext,
  maxBytes: number,
  work: (bytes: Uint8Array<ArrayBuffer>, memory: RequestMemory) => Promise<Result>,
): Promise<Result> {
  const { workspace } = requireCtx(c);
  const tooLarge = `body: is larger than ${maxBytes} bytes`;
  const deadline = c.get('arrivedAt') + PLANS[workspace.plan].timeoutMs;
  if (Number(c.req.header('Content-Length') ?? 0) > maxBytes) throw invalidRequest([tooLarge]);
  const memory = new RequestMemory(workspace.id, deadline);
  try {
    const pieces: Uint8Array[] = [];
    let bytes = 0;
    for await (const piece of arriving(openBody(c, maxBytes), deadline)) {
      bytes += piece.byteLength;
      if (bytes > maxBytes) throw invalidRequest([tooLarge]);
      const busy = await memory.receive(piece.byteLength);
      if (busy !== null) throw busy;
      pieces.push(piece);
    }
    await memory.process({ bytes, values: 0 });
    return await work(join(pieces, bytes), memory);
  } finally {
    memory.release();
  }
}

function join(pieces: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.byteLength;
  }
  return joined;
}
