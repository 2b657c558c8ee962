import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { CommandTimeout } from '../devtools/connection.ts';
import { PdfTooLarge } from '../failures.ts';
import { streamed } from '@platen/pdf';
import { takePdf } from '../print/chromium-stream.ts';
import { LONG, typical } from '../../../test/support/thorough.ts';

const aFile = (bytes: number): Uint8Array => Uint8Array.from({ length: bytes }, (_, index) => index % 251);

/** A browser that has printed this file. */
function browserWith(file: Uint8Array) {
  let position = 0;
  const sent = { reads: 0, bytes: 0, isClosed: false };
  const page = {
    send: async (method: string, { offset, size }: { offset?: number; size?: number }) => {
      if (method === 'IO.close') sent.isClosed = true;
      if (method !== 'IO.read') return {};
      const start = offset ?? position;
      const bytes = file.subarray(start, start + (size ?? 0));
      position = start + bytes.byteLength;
      sent.reads += 1;
      sent.bytes += bytes.byteLength;
      return {
        data: Buffer.from(bytes).toString('base64'),
        base64Encoded: true,
        eof: bytes.byteLength === 0,
      };
    },
  };
  return { page: page as unknown as Parameters<typeof takePdf>[0], sent };
}

const take = (file: Uint8Array, maxBytes = 250_000_000) => {
  const { page, sent } = browserWith(file);
  return { taken: takePdf(page, 'handle', maxBytes, () => 1_000), sent };
};

describe('a PDF over a megabyte', () => {
  test.each(typical([1_048_577, 1_500_000, 6_000_000, 20_000_001], 2))(
    'of %i bytes stays in the browser, and its size is found in a few reads',
    LONG,
    async (bytes) => {
      const { taken, sent } = take(aFile(bytes));
      const pdf = await taken;
      expect(pdf.sizeBytes).toBe(bytes);
      expect(sent.bytes).toBeLessThan(1_100_000);
      expect(sent.reads).toBeLessThan(130);
      expect(sent.isClosed).toBe(false);
    },
  );

  test('is read anywhere, and small parts cost few reads', async () => {
    const file = aFile(3_000_000);
    const { taken, sent } = take(file);
    const pdf = await taken;
    const before = sent.reads;
    for (let offset = 2_900_000; offset < 3_000_000; offset += 1_000) {
      expect(Buffer.from(await pdf.read(offset, 1_024)).equals(file.subarray(offset, offset + 1_024))).toBe(
        true,
      );
    }
    expect(sent.reads - before).toBeLessThan(5);
    expect(Buffer.from(await pdf.read(100_000, 2_000_000)).equals(file.subarray(100_000, 2_100_000))).toBe(
      true,
    );
    pdf.close?.();
    expect(sent.isClosed).toBe(true);
  });

  test('is closed if it was not read for a minute, or after ten minutes', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const idle = take(aFile(3_000_000));
    await idle.taken;
    await vi.advanceTimersByTimeAsync(61_000);
    expect(idle.sent.isClosed).toBe(true);
    const slow = take(aFile(3_000_000));
    const pdf = await slow.taken;
    for (let seconds = 0; seconds < 590; seconds += 59) {
      await pdf.read(0, 100_000);
      await vi.advanceTimersByTimeAsync(59_000);
    }
    expect(slow.sent.isClosed).toBe(false);
    await pdf.read(0, 100_000);
    await vi.advanceTimersByTimeAsync(11_000);
    await pdf.closed;
    expect(slow.sent.isClosed).toBe(true);
  });

  test('is closed if the browser does not answer a read', async () => {
    const { page, sent } = browserWith(aFile(3_000_000));
    const pdf = await takePdf(page, 'handle', 250_000_000, () => 1_000);
    const { send } = page;
    page.send = ((method: string, ...others: unknown[]) =>
      method === 'IO.read'
        ? Promise.reject(new CommandTimeout('IO.read: no answer in 30000 ms'))
        : Reflect.apply(send, page, [method, ...others])) as typeof send;
    await expect(streamed(pdf).getReader().read()).rejects.toThrow('no answer');
    await pdf.closed;
    expect(sent.isClosed).toBe(true);
  });

  test('is refused if it is over the limit', async () => {
    await expect(take(aFile(2_000_001), 2_000_000).taken).rejects.toThrow(PdfTooLarge);
    expect((await take(aFile(2_000_000), 2_000_000).taken).sizeBytes).toBe(2_000_000);
  });
});

test('a PDF up to a megabyte is read at once', async () => {
  const file = aFile(900_000);
  const { taken, sent } = take(file);
  const pdf = await taken;
  expect(Buffer.from(await pdf.read(0, pdf.sizeBytes)).equals(file)).toBe(true);
  expect([sent.reads, sent.isClosed]).toEqual([2, true]);
});
