import { canonicalPieces } from '../../../schema/canonical-json.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { type AppContext, requireCtx } from './context.ts';
import { requestHeader } from './responses.ts';

/** Source: contract 9. */
export const MAX_IDEMPOTENCY_KEY_CHARACTERS = 255;

export const idempotencyHeader = (description: string, example: string) =>
  requestHeader('Idempotency-Key', description, example, {
    minLength: 1,
    maxLength: MAX_IDEMPOTENCY_KEY_CHARACTERS,
  });

/** Returns null without an `Idempotency-Key`. @throws {ApiError} `VALIDATION_ERROR` */
export function readIdempotencyKey(c: AppContext): string | null {
  const key = c.req.header('Idempotency-Key');
  if (key === undefined) return null;
  if (key.length < 1 || key.length > MAX_IDEMPOTENCY_KEY_CHARACTERS) {
    throw invalidRequest([`Idempotency-Key: must have 1 to ${MAX_IDEMPOTENCY_KEY_CHARACTERS} characters`]);
  }
  return key;
}

interface Claim {
  readonly key: string;
  readonly bodyHash: string;
  readonly otherHashes: readonly string[];
}

/** Returns null without an `Idempotency-Key`. @throws {ApiError} `VALIDATION_ERROR` */
export async function readIdempotencyClaim(
  c: AppContext,
  hashBody: () => Promise<string>,
): Promise<Claim | null> {
  const key = readIdempotencyKey(c);
  return key === null ? null : claimKey(c, key, hashBody);
}

export async function claimKey(c: AppContext, key: string, hashBody: () => Promise<string>): Promise<Claim> {
  const [bodyHash, ...otherHashes] = await requireCtx(c).services.signer.keyHashes(await hashBody());
  return { key, bodyHash, otherHashes };
}

/** Bodies are compared as JSON, so this hashes the canonical text. The whole text is never in memory. */
export async function hashJson(body: unknown): Promise<string> {
  const stream = new crypto.DigestStream('SHA-256');
  const writer = stream.getWriter();
  const encoder = new TextEncoder();
  for (const piece of canonicalPieces(body)) await writer.write(encoder.encode(piece));
  await writer.close();
  return new Uint8Array(await stream.digest).toHex();
}
