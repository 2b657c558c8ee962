import type { BaseCtx } from '../../ctx.ts';
import { pdfKey } from '../../storage/keys.ts';

/** A row that succeeded. */
export interface OutputRow {
  readonly index: number;
  readonly externalId: string;
  readonly fileId: string;
}

export interface KeptPdf {
  readonly row: OutputRow;
  readonly key: string;
  readonly sizeBytes: number;
  /** Null if the PDF is large. It is read in pieces. */
  readonly bytes: Uint8Array | null;
}

/** Larger PDFs are not read ahead. */
const SMALL_PDF_BYTES = 1_000_000;

/** An invocation of a Worker has six connections. */
const READ_AHEAD = 4;

/**
 * Reads the PDFs of rows in their order, some ahead. A PDF that was deleted is left out.
 *
 * @param onMissing called for each PDF that was deleted
 */
export async function* readKeptPdfs(
  ctx: BaseCtx,
  rows: AsyncIterable<OutputRow>,
  onMissing: (row: OutputRow) => void,
): AsyncGenerator<KeptPdf> {
  const ahead: { readonly row: OutputRow; readonly pdf: Promise<KeptPdf | null> }[] = [];
  const take = async function* () {
    const next = ahead.shift();
    const pdf = next && (await next.pdf);
    if (pdf) yield pdf;
    else if (next) onMissing(next.row);
  };
  for await (const row of rows) {
    const pdf = readPdf(ctx, row);
    // It is awaited later, and not at all if the reader stops.
    pdf.catch(() => undefined);
    ahead.push({ row, pdf });
    if (ahead.length > READ_AHEAD) yield* take();
  }
  while (ahead.length > 0) yield* take();
}

async function readPdf({ services }: BaseCtx, row: OutputRow): Promise<KeptPdf | null> {
  const key = pdfKey(row.fileId);
  // A body that is not read to its end costs a connection. So only the start of a large PDF is asked for.
  const stored = await services.fileStore.get(key, { offset: 0, length: SMALL_PDF_BYTES });
  if (stored === null) return null;
  const { sizeBytes, custom } = stored;
  const bytes = new Uint8Array(await new Response(stored.body).arrayBuffer());
  // The alarm that deletes the object may run later than the retention ends.
  if (Number(custom?.expiresAt ?? 0) <= services.now()) return null;
  return { row, key, sizeBytes, bytes: sizeBytes > SMALL_PDF_BYTES ? null : bytes };
}
