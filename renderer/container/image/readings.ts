import { createHash } from 'node:crypto';
import { InvalidBody, readBodyText } from '../../../compose/body-text.ts';
import { normaliseFilename } from '../../../compose/filename.ts';
import { requestProblems } from '../../../compose/request-problems.ts';
import { NESTED_TOO_DEEPLY, NOT_JSON, overTwiceTheLimit } from '../../../schema/api/body-problems.ts';
import { type GenerateRequest, generateRequest } from '../../../schema/api/generate.ts';
import { canonicalJson } from '../../../schema/canonical-json.ts';
import { RendererBusy } from '../../browser-supervisor.ts';
import type { Reading } from '../protocol.ts';
import type { BodyShare } from './body-budget.ts';

/** A valid request that waits for the worker to admit it. */
export interface HeldRequest {
  readonly body: GenerateRequest;
  /** `body.filename`, normalised, or null. */
  readonly filename: string | null;
  /** Given back when its PDF is sent, or it goes no further. */
  readonly share: BodyShare;
}

/** Holds requests between their reading and their printing, each until its timeout. */
export class Readings {
  readonly #held = new Map<string, { request: HeldRequest; expiry: ReturnType<typeof setTimeout> }>();

  get count(): number {
    return this.#held.size;
  }

  /** Forgets it by itself after `timeoutMs`: a worker that died comes back for nothing. */
  hold(id: string, request: HeldRequest, timeoutMs: number): void {
    const expiry = setTimeout(() => this.drop(id), timeoutMs);
    this.#held.set(id, { request, expiry });
  }

  /** Once only: who takes it has it. */
  take(id: string): HeldRequest | null {
    const held = this.#held.get(id);
    if (held === undefined) return null;
    clearTimeout(held.expiry);
    this.#held.delete(id);
    return held.request;
  }

  /** Lets go of a request that goes no further. */
  drop(id: string): void {
    this.take(id)?.share.release();
  }

  clear(): void {
    for (const id of this.#held.keys()) this.drop(id);
  }
}

/**
 * Reads a body as far as it may go, and checks it by the rules of the edge lane.
 *
 * @throws {InvalidBody}
 * @throws {RendererBusy} it does not fit beside other bodies
 */
export async function readRequest(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
  share: BodyShare,
): Promise<{ readonly request: HeldRequest; readonly json: unknown }> {
  const text = await readBodyText(body, (bytes, pieceBytes) => {
    if (bytes > maxBytes) return new InvalidBody([overTwiceTheLimit(maxBytes)]);
    return share.grow(pieceBytes) ? null : new RendererBusy('there is no memory for another body');
  });
  const json = parseJson(text);
  const result = generateRequest.safeParse(json);
  const problems = requestProblems(json, result.error ?? null);
  if (!result.success || problems.length > 0) throw new InvalidBody(problems);
  const { filename } = result.data;
  return {
    json,
    request: {
      body: result.data,
      filename: filename === undefined ? null : normaliseFilename(filename),
      share,
    },
  };
}

/** What the worker must know of a request before it admits it. */
export const describeReading = (
  id: string,
  { request, json }: Awaited<ReturnType<typeof readRequest>>,
  wantsHash: boolean,
): Reading => ({
  id,
  templateId: request.body.templateId ?? null,
  wantsReport: request.body.options?.report === true,
  bodyHash: wantsHash ? bodyHash(json) : null,
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidBody([NOT_JSON]);
  }
}

function bodyHash(json: unknown): string {
  try {
    return createHash('sha256').update(canonicalJson(json)).digest('hex');
  } catch (error) {
    if (error instanceof RangeError) throw new InvalidBody([NESTED_TOO_DEEPLY]);
    throw error;
  }
}
