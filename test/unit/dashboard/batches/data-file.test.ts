import { afterEach, expect, test, vi } from 'vitest';
import { DataFile } from '../../../../dashboard/pages/batches/new/data-file.ts';

class SilentWorker extends EventTarget {
  postMessage(): void {}
  terminate(): void {}
}

afterEach(() => vi.unstubAllGlobals());

test('a file whose worker has ended refuses each call', async () => {
  vi.stubGlobal('Worker', SilentWorker);
  const file = new DataFile(new File(['a\n1'], 'a.csv'));
  const mapping = { sources: new Map(), externalId: null, filename: null };
  const early = file.build([], mapping);
  file.close();
  await expect(early).rejects.toThrow('The file could not be read.');
  await expect(file.build([], mapping)).rejects.toThrow('The file could not be read.');
});
