import type { MergeEntry } from '../../../../schema/api/assemble.ts';
import { importForeign } from '../upload.ts';
import type { AssemblyRun } from './assembly-run.ts';
import type { ReadyEntry } from './print-entries.ts';

/** The PDFs that the request has itself, by index. @throws {ApiError} names the entry */
export async function importEntries(
  run: AssemblyRun,
  entries: readonly MergeEntry[],
): Promise<ReadonlyMap<number, ReadyEntry>> {
  const imported = new Map<number, ReadyEntry>();
  for (const [index, { pdf }] of entries.entries()) {
    if (pdf === undefined) continue;
    const { source, title } = await importForeign(run, inOnePiece(pdf), `entries[${index}].pdf`);
    imported.set(index, { source, filename: `${title ?? 'document'}.pdf` });
  }
  return imported;
}

async function* inOnePiece(base64: string): AsyncGenerator<Uint8Array> {
  yield Uint8Array.fromBase64(base64);
}
