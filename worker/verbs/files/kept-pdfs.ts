import { type ByteSource, inBlocks, inMemory } from '@platen/pdf';
import type { BaseCtx } from '../../ctx.ts';
import { invoiceKey, pdfKey } from '../../adapters/r2/keys.ts';
import { HAS_INVOICE } from './keep-file.ts';
import type { ObjectStore } from '../../adapters/r2/object-store.ts';

/** Names a file, such as the row of a batch. */
export interface NamesFile {
  readonly fileId: string;
}

export interface KeptPdf<Name extends NamesFile = NamesFile> {
  readonly name: Name;
  readonly key: string;
  readonly sizeBytes: number;
  /** It is null if the PDF is large. It is read in pieces. */
  readonly bytes: Uint8Array | null;
  /** The XML of the invoice beside it. It is null if there is none. */
  readonly invoiceKey: string | null;
}

/** Larger PDFs are not read ahead. */
const SMALL_PDF_BYTES = 1_000_000;

/** An invocation of a Worker has six connections. */
const READ_AHEAD = 4;

/**
 * Reads PDFs in their order, some ahead. A PDF that was deleted is left out.
 *
 * @param onMissing called for each PDF that was deleted
 */
export async function* readKeptPdfs<Name extends NamesFile>(
  ctx: BaseCtx,
  names: AsyncIterable<Name> | Iterable<Name>,
  onMissing: (name: Name) => void,
): AsyncGenerator<KeptPdf<Name>> {
  const ahead: { readonly name: Name; readonly pdf: Promise<KeptPdf<Name> | null> }[] = [];
  const take = async function* () {
    const next = ahead.shift();
    const pdf = next && (await next.pdf);
    if (pdf) yield pdf;
    else if (next) onMissing(next.name);
  };
  for await (const name of names) {
    const pdf = readPdf(ctx, name);
    // It is awaited later, and not at all if the reader stops.
    pdf.catch(() => undefined);
    ahead.push({ name, pdf });
    if (ahead.length > READ_AHEAD) yield* take();
  }
  while (ahead.length > 0) yield* take();
}

async function readPdf<Name extends NamesFile>(
  { services }: BaseCtx,
  name: Name,
): Promise<KeptPdf<Name> | null> {
  const key = pdfKey(name.fileId);
  // A body that is not read to its end costs a connection. So only the start of a large PDF is asked for.
  const stored = await services.fileStore.get(key, { offset: 0, length: SMALL_PDF_BYTES });
  if (stored === null) return null;
  const { sizeBytes, custom } = stored;
  const bytes = new Uint8Array(await new Response(stored.body).arrayBuffer());
  // The alarm that deletes the object may run later than the retention ends.
  if (Number(custom?.expiresAt ?? 0) <= services.now()) return null;
  return {
    name,
    key,
    sizeBytes,
    bytes: sizeBytes > SMALL_PDF_BYTES ? null : bytes,
    invoiceKey: custom?.[HAS_INVOICE] === undefined ? null : invoiceKey(name.fileId),
  };
}

/** The engine reads a file from its start to its end. */
const BLOCK_BYTES = 1 << 20;

export const openKeptPdf = (
  store: ObjectStore,
  { key, sizeBytes, bytes }: Omit<KeptPdf, 'name' | 'invoiceKey'>,
): ByteSource => (bytes === null ? openObject(store, key, sizeBytes) : inMemory(bytes));

/** A few MB of it are in memory. */
export function openObject(store: ObjectStore, key: string, sizeBytes: number): ByteSource {
  const read = async (offset: number, length: number) => {
    const range = { offset, length: Math.min(length, sizeBytes - offset) };
    if (range.length <= 0) return new Uint8Array();
    const stored = await store.get(key, range);
    if (stored === null) throw new Error('A PDF was deleted while it was read');
    return new Uint8Array(await new Response(stored.body).arrayBuffer());
  };
  return inBlocks({ sizeBytes, read }, { blockBytes: BLOCK_BYTES, maxBlocks: 4 });
}
