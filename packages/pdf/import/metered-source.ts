import type { Meter } from '@platen/meter';
import type { ByteSource } from '../file/byte-source.ts';
import { toCharacters } from '../file/latin1.ts';

/** The work of a read, besides that of its bytes. */
const READ_WORK = 100;

const PIECE_BYTES = 1 << 16;

/** Charges the bytes that are read from it, and gives others a turn before a read. */
export const metered = (source: ByteSource, meter: Meter): ByteSource => ({
  sizeBytes: source.sizeBytes,
  async read(offset, length) {
    if (meter.isDue) await meter.pause();
    const bytes = await source.read(offset, length);
    meter.charge(READ_WORK + bytes.byteLength);
    return bytes;
  },
});

/** Decodes bytes, one character for each, in pieces. */
export async function decode(bytes: Uint8Array, meter: Meter): Promise<string> {
  let text = '';
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, at + PIECE_BYTES);
    meter.charge(piece.byteLength);
    if (meter.isDue) await meter.pause();
    text += toCharacters(piece);
  }
  return text;
}
