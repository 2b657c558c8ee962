import {
  type ByteSource,
  type DocumentFacts,
  mergePdfs,
  type OutlineEntry,
  readDocument,
  revisePdf,
} from '@platen/pdf';
import type { AssemblyRun } from '../assemble/assembly-run.ts';

/** A PDF of the client, or one that was made of it. */
export interface NamedPdf {
  /** With its extension. */
  readonly name: string;
  readonly source: ByteSource;
}

/** @param offset the pages before the file @returns the bookmarks of the merged file that lead to it */
export type BookmarkPlan = (
  file: DocumentFacts & { readonly name: string },
  offset: number,
) => readonly OutlineEntry[];

/** Puts PDFs into one. Its bookmarks are those of the plan, and no others. */
export async function mergeSources(
  run: AssemblyRun,
  files: readonly NamedPdf[],
  { name, bookmarks: plan }: { readonly name: string; readonly bookmarks: BookmarkPlan },
): Promise<NamedPdf> {
  const { meter } = run.ctx;
  const bookmarks: OutlineEntry[] = [];
  let offset = 0;
  for (const file of files) {
    const facts = await readDocument(file.source, meter);
    bookmarks.push(...plan({ ...facts, name: file.name }, offset));
    offset += facts.pageCount;
  }
  const inputs = async function* () {
    for (const file of files) yield { title: file.name, source: file.source };
  };
  const merged = await run.scratch.keep(mergePdfs(inputs(), name, meter, new Map()));
  return { name, source: await revisePdf(merged, { bookmarks }, meter) };
}
