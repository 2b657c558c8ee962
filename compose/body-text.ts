import { NOT_UTF8 } from '../schema/api/body-problems.ts';

/** The body is not one that its route takes. One entry for each problem (decision 10). */
export class InvalidBody extends Error {
  override readonly name = 'InvalidBody';
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super('The body is not valid.');
    this.details = details;
  }
}

/**
 * What is read of a body that is of no use. An answer in the middle of a request ends its connection, and many a
 * client then never sees the answer (RFC 9112, 9.6). Most of Cloudflare's plans take no larger body.
 */
const MAX_READ_BYTES = 100_000_000;

/**
 * Reads a body of UTF-8. One that turns out to be of no use is read on and dropped, to its end or to 100 MB, so
 * that its sender gets to read why.
 *
 * @param problemAt asked with each piece what is wrong now, until something is
 * @throws {InvalidBody} it is not UTF-8
 * @throws {Error} what `problemAt` answered
 */
export async function readBodyText(
  body: AsyncIterable<Uint8Array>,
  problemAt: (bytes: number, pieceBytes: number) => Error | null,
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false });
  let text = '';
  let bytes = 0;
  let problem: Error | null = null;
  for await (const piece of body) {
    bytes += piece.byteLength;
    problem ??= problemAt(bytes, piece.byteLength);
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

/** @param piece none at the end, where a character may be cut short */
function decode(decoder: TextDecoder, piece?: Uint8Array): string | InvalidBody {
  try {
    return decoder.decode(piece, { stream: piece !== undefined });
  } catch {
    return new InvalidBody([NOT_UTF8]);
  }
}
