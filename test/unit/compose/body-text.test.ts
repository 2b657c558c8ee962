import { describe, expect, test } from 'vitest';
import { type BodyProgress, InvalidBody, readBodyText } from '../../../compose/body-text.ts';
import { unlimited } from '../../support/unlimited.ts';

/** Counts the bytes that are read. */
function bodyOf(pieces: Iterable<Uint8Array>) {
  const taken = { bytes: 0, toTheEnd: false };
  async function* body() {
    for (const piece of pieces) {
      taken.bytes += piece.byteLength;
      yield piece;
    }
    taken.toTheEnd = true;
  }
  return { body: body(), taken };
}

const TEXT = 'naïve 日本語 🖨';
const bytesOf = (text: string): Uint8Array[] => Array.from(Buffer.from(text), (byte) => Uint8Array.of(byte));
const nothingWrong = (): null => null;
const tooLarge = new InvalidBody(['body: too large']);
const atMost =
  (maxBytes: number) =>
  ({ bytes }: BodyProgress) =>
    bytes > maxBytes ? tooLarge : null;

function* tenMegabytes(times: number) {
  const piece = new Uint8Array(10_000_000).fill(97);
  for (let sent = 0; sent < times; sent += 1) yield piece;
}

describe('a body', () => {
  test('becomes text, wherever its pieces are cut', async () => {
    expect(await readBodyText(bodyOf(bytesOf(TEXT)).body, unlimited(), nothingWrong)).toBe(TEXT);
    expect(await readBodyText(bodyOf([]).body, unlimited(), nothingWrong)).toBe('');
  });

  test('of exactly the limit is read', async () => {
    expect(await readBodyText(bodyOf(bytesOf('four')).body, unlimited(), atMost(4))).toBe('four');
  });

  test('that is rejected is read to its end, so that the client sees the answer', async () => {
    const { body, taken } = bodyOf(bytesOf('more than four'));
    await expect(readBodyText(body, unlimited(), atMost(4))).rejects.toBe(tooLarge);
    expect(taken.toTheEnd).toBe(true);
  });

  test('that is rejected and does not end is not read forever', async () => {
    const { body, taken } = bodyOf(tenMegabytes(100));
    await expect(readBodyText(body, unlimited(), atMost(4))).rejects.toBe(tooLarge);
    expect(taken.bytes).toBe(110_000_000);
  });

  test.each([
    ['a byte that begins nothing', [0x61, 0xff, 0x61]],
    ['a character that is cut short by the end', [0x61, 0xe2, 0x82]],
  ])('with %s is not UTF-8', async (_what, bytes) => {
    const { body, taken } = bodyOf(bytes.map((byte) => Uint8Array.of(byte)));
    const error = await readBodyText(body, unlimited(), nothingWrong).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'InvalidBody', details: ['body: is not valid UTF-8'] });
    expect(taken.toTheEnd).toBe(true);
  });

  test('is rejected with its first problem', async () => {
    const body = bodyOf([Uint8Array.of(0xff), ...bytesOf('more than four')]).body;
    await expect(readBodyText(body, unlimited(), atMost(4))).rejects.toMatchObject({
      details: ['body: is not valid UTF-8'],
    });
  });
});
