import { type DocumentFacts, importPdf, inMemory, readDocument } from '@platen/pdf';
import { PLANS } from '../../../../schema/plans.ts';
import type { Ctx } from '../../../ctx.ts';
import { toForeignPdfError } from '../assemble/foreign-pdf-error.ts';

/** Reads the information and the bookmarks of a PDF of the client. Nothing is kept or charged. @throws {ApiError} */
export async function readPdf(
  { meter, workspace }: Pick<Ctx, 'meter' | 'workspace'>,
  { name, bytes }: { readonly name: string; readonly bytes: Uint8Array },
): Promise<DocumentFacts> {
  try {
    const pieces: Uint8Array[] = [];
    const { maxPages } = PLANS[workspace.plan];
    for await (const piece of importPdf(inMemory(bytes), { maxPages, meter })) pieces.push(piece);
    const rewritten = new Uint8Array(await new Blob(pieces).arrayBuffer());
    return await readDocument(inMemory(rewritten), meter);
  } catch (error) {
    throw toForeignPdfError(error, name);
  }
}
