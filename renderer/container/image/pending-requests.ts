import { Meter } from '@platen/meter';
import { createHash } from 'node:crypto';
import { InvalidBody, readBodyText } from '../../../compose/body-text.ts';
import { normaliseFilename } from '../../../compose/filename.ts';
import { BULK_MAX_VALUES } from '../../../compose/json-values.ts';
import { findRequestProblems } from '../../../compose/request-problems.ts';
import { inTurns } from '../../../compose/turns.ts';
import { findUnknownFields, toProblems, type UnknownFields } from '../../../compose/unknown-fields/index.ts';
import { notJson, overTwiceTheLimit, tooManyValues } from '../../../schema/api/body-problems.ts';
import { type GenerateRequest, generateRequest } from '../../../schema/api/generate.ts';
import { writeMeta } from '../../../schema/api/meta.ts';
import { mediaTypeOf } from '../../../schema/api/output.ts';
import { findMethod } from '../../../schema/api/sources.ts';
import { canonicalPieces } from '../../../schema/canonical-json.ts';
import { extensionOf } from '../../../schema/media-types.ts';
import { RendererBusy } from '../../outcome.ts';
import type { SharedPlaces } from '../../shared-places.ts';
import type { RequestSummary } from '../protocol.ts';
import type { BodyAllowance } from './body-budget.ts';

/** A valid request that the Worker has not admitted yet. */
export interface PendingRequest extends ReadRequest {
  readonly workspaceId: string;
}

interface ReadRequest {
  readonly body: GenerateRequest;
  readonly filename: string | null;
  readonly unknownFields: UnknownFields;
  readonly allowance: BodyAllowance;
}

/** Holds each request until the Worker decides about it or its timeout passes. */
export class PendingRequests {
  readonly #places: SharedPlaces;
  readonly #pending = new Map<string, { request: PendingRequest; expiry: ReturnType<typeof setTimeout> }>();

  /** @param places each held request takes one */
  constructor(places: SharedPlaces) {
    this.#places = places;
  }

  /** The timeout is needed because the Worker may end before it decides. */
  add(id: string, request: PendingRequest, timeoutMs: number): void {
    const expiry = setTimeout(() => this.drop(id), timeoutMs);
    this.#pending.set(id, { request, expiry });
    this.#places.take(request.workspaceId);
  }

  take(id: string): PendingRequest | null {
    const pending = this.#pending.get(id);
    if (pending === undefined) return null;
    clearTimeout(pending.expiry);
    this.#pending.delete(id);
    this.#places.free(pending.request.workspaceId);
    return pending.request;
  }

  drop(id: string): void {
    this.take(id)?.allowance.release();
  }

  clear(): void {
    for (const id of this.#pending.keys()) this.drop(id);
  }
}

interface ReadingTerms {
  readonly maxBytes: number;
  readonly allowance: BodyAllowance;
  /** Unknown fields are refused (contract 1.2). */
  readonly isStrict: boolean;
}

/** Applies the rules of the edge lane. @throws {InvalidBody} @throws {RendererBusy} no memory is left */
export async function readRequest(
  body: AsyncIterable<Uint8Array>,
  { maxBytes, allowance, isStrict }: ReadingTerms,
): Promise<{ readonly request: ReadRequest; readonly json: unknown }> {
  // The time of the request ends the connection.
  const meter = new Meter({ maxWork: Number.POSITIVE_INFINITY });
  const text = await readBodyText(body, meter, ({ bytes, pieceBytes, values }) => {
    if (bytes > maxBytes) return new InvalidBody([overTwiceTheLimit(maxBytes)]);
    if (values > BULK_MAX_VALUES) return new InvalidBody([tooManyValues(BULK_MAX_VALUES)]);
    return allowance.grow(pieceBytes) ? null : new RendererBusy('there is no memory for another body');
  });
  const json = parseJson(text);
  const result = generateRequest.safeParse(json);
  const { listed, more } = await inTurns(findUnknownFields(json, generateRequest, meter), meter);
  const unknownFields = { listed, more };
  const problems = findRequestProblems(json, result.error ?? null);
  if (isStrict || problems.length > 0) problems.push(...toProblems(unknownFields));
  if (!result.success || problems.length > 0) throw new InvalidBody(problems);
  const { filename, output } = result.data;
  const extension = extensionOf(mediaTypeOf(output));
  return {
    json,
    request: {
      body: result.data,
      filename: filename === undefined ? null : normaliseFilename(filename, extension),
      unknownFields,
      allowance,
    },
  };
}

export const summarizeRequest = (
  id: string,
  { request, json }: Awaited<ReturnType<typeof readRequest>>,
  wantsHash: boolean,
): RequestSummary => ({
  id,
  templateId: request.body.templateId ?? null,
  method: findMethod(request.body),
  wantsReport: request.body.options?.report === true,
  thumbnailWidth: request.body.thumbnail?.width ?? null,
  meta: writeMeta(request.body.meta),
  namesFile: request.body.options?.letterhead?.fileId !== undefined,
  unknownFields: request.unknownFields,
  bodyHash: wantsHash ? hashBody(json) : null,
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidBody([notJson(text)]);
  }
}

function hashBody(json: unknown): string {
  const hash = createHash('sha256');
  for (const piece of canonicalPieces(json)) hash.update(piece);
  return hash.digest('hex');
}
