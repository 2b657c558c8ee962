import { type ByteSource, inBlocks, inMemory, mergePdfs } from '@platen/print-engine';
import type { ObjectStore } from '../../storage/object-store.ts';
import type { KeptPdf } from './kept-pdfs.ts';

/** The merger reads a file from its start to its end. */
const BLOCK_BYTES = 1 << 20;

export function mergeKeptPdfs(
  store: ObjectStore,
  pdfs: AsyncIterable<KeptPdf>,
  title: string,
): AsyncIterable<Uint8Array> {
  const inputs = async function* () {
    for await (const pdf of pdfs) yield { title: pdf.row.externalId, source: openPdf(store, pdf) };
  };
  return mergePdfs(inputs(), title);
}

function openPdf(store: ObjectStore, { key, sizeBytes, bytes }: KeptPdf): ByteSource {
  if (bytes !== null) return inMemory(bytes);
  const read = async (offset: number, length: number) => {
    const range = { offset, length: Math.min(length, sizeBytes - offset) };
    if (range.length <= 0) return new Uint8Array();
    const stored = await store.get(key, range);
    if (stored === null) throw new Error('A PDF was deleted while it was read');
    return new Uint8Array(await new Response(stored.body).arrayBuffer());
  };
  return inBlocks({ sizeBytes, read }, { blockBytes: BLOCK_BYTES, maxBlocks: 4 });
}
