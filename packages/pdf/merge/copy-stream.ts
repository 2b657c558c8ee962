import type { ByteSource } from '../file/byte-source.ts';
import { UnreadablePdf } from '../file/dictionary.ts';
import type { PdfObject } from '../file/reader.ts';

const COPY_BYTES = 1 << 20;

/** Copies the bytes of a stream in pieces, as they are in the file. @throws {UnreadablePdf} */
export async function* copyStream(source: ByteSource, { id, stream }: PdfObject): AsyncGenerator<Uint8Array> {
  if (!stream) return;
  const end = stream.offset + stream.length;
  for (let offset = stream.offset; offset < end;) {
    const piece = await source.read(offset, Math.min(COPY_BYTES, end - offset));
    if (piece.byteLength === 0) throw new UnreadablePdf(`object ${id} is cut off`);
    yield piece;
    offset += piece.byteLength;
  }
}
