import { NOT_UTF8 } from '../schema/api/body-problems.ts';

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
const MAX_READ_BYTES = 100_000_000;

/**
 * Reads a body of UTF-8. A rejected body is read to its end: an early answer would close the connection, and the
 * client might not see the answer (RFC 9112, 9.6).
 * @throws {InvalidBody} not UTF-8; or the error that `findProblem` returns
 */
export async function readBodyText(
  body: AsyncIterable<Uint8Array>,
  findProblem: (bytes: number, pieceBytes: number) => Error | null,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let text = '';
  let bytes = 0;
  let problem: Error | null = null;
  for await (const piece of body) {
    bytes += piece.byteLength;
    problem ??= findProblem(bytes, piece.byteLength);
    if (problem === null) {
      const decoded = decode(decoder, piece);
      if (decoded instanceof Error) problem = decoded;
      else text += decoded;
    } else if (bytes > MAX_READ_BYTES) {
      throw problem;
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
