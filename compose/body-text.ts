import { NOT_UTF8 } from '../schema/api/body-problems.ts';

/** The request body is not valid. `details` has one entry for each problem (contract 3.3). */
export class InvalidBody extends Error {
  override readonly name = 'InvalidBody';
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super('The body is not valid.');
    this.details = details;
  }
}

/**
 * How much of a rejected body is read. An answer in the middle of a request closes the connection, and many clients
 * then never see the answer (RFC 9112, 9.6). Most of Cloudflare's plans accept no larger body.
 */
const MAX_READ_BYTES = 100_000_000;

/**
 * Reads a body of UTF-8. A rejected body is read to its end, or to 100 MB, and dropped, so that the client can read
 * the error.
 *
 * @param findProblem called with each piece until it returns an error
 * @throws {InvalidBody} the body is not UTF-8
 * @throws {Error} the error from `findProblem`
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
