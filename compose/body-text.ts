import type { Meter } from '@platen/meter';
import { NOT_UTF8 } from '../schema/api/body-problems.ts';
import { JsonValueCounter } from './json-values.ts';

/** `details` has one entry for each problem (contract 3.3). */
export class InvalidBody extends Error {
  override readonly name = 'InvalidBody';
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super('The body is not valid.');
    this.details = details;
  }
}

/** At most this much of a rejected body is read. Most of Cloudflare's plans accept no larger body. */
export const MAX_READ_BYTES = 100_000_000;

export interface BodyProgress {
  readonly bytes: number;
  readonly pieceBytes: number;
  /** JSON values, see `JsonValueCounter`. */
  readonly values: number;
}

/** Its values are counted, and it is decoded. */
const WORK_PER_BYTE = 2;

/**
 * Reads a body of UTF-8. A rejected body is read to its end: an early answer would close the connection, and the
 * client might not see the answer (RFC 9112, 9.6).
 * @param check runs for each piece; the upload waits for it
 * @throws {InvalidBody} not UTF-8; or the error that `check` returns
 */
export async function readBodyText(
  body: AsyncIterable<Uint8Array>,
  meter: Meter,
  check: (progress: BodyProgress) => Error | null | Promise<Error | null>,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  const counter = new JsonValueCounter();
  let text = '';
  let bytes = 0;
  let problem: Error | null = null;
  for await (const piece of body) {
    const pieceBytes = piece.byteLength;
    bytes += pieceBytes;
    if (problem === null) {
      meter.charge(WORK_PER_BYTE * pieceBytes);
      await meter.pause();
    }
    problem ??= await check({ bytes, pieceBytes, values: counter.add(piece) });
    if (problem === null) {
      const decoded = decode(decoder, piece);
      if (decoded instanceof Error) problem = decoded;
      else text += decoded;
    } else {
      text = '';
      if (bytes > MAX_READ_BYTES) throw problem;
    }
  }
  const end = problem ?? decode(decoder);
  if (end instanceof Error) throw end;
  return text + end;
}

/** @param piece undefined at the end of the body, where the last character can be incomplete */
function decode(decoder: TextDecoder, piece?: Uint8Array): string | InvalidBody {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    return new InvalidBody([NOT_UTF8]);
  }
}
