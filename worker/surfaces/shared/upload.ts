import { z } from '@hono/zod-openapi';
import { normaliseFilename } from '../../../compose/filename.ts';
import { filenameProblems } from '../../../compose/request-problems.ts';
import { metaText, writeMeta } from '../../../schema/api/meta.ts';
import { PDF_TYPE } from '../../../schema/media-types.ts';
import { PLANS } from '../../../schema/plans.ts';
import { filenameText } from '../../../schema/text.ts';
import { invalidRequest } from '../../lib/api-error.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { Product } from '../../verbs/make/production.ts';
import { arriving } from '../http/arriving.ts';
import { bodyBytes } from '../http/body-bytes.ts';
import { type AppContext, requireCtx } from '../http/context.ts';
import { openBody, readMediaType } from '../http/decode-body.ts';

export const uploadQuery = z.object({
  filename: filenameText().optional().meta({
    description: 'The default is the title of the document, or `document.pdf`.',
    example: 'terms.pdf',
  }),
  meta: metaText,
});

/** Reads the body as the PDF of a client or a person, and gives it to `work`. @throws {ApiError} before the body is read */
export async function withUpload<Result>(
  c: AppContext,
  { filename, meta }: z.infer<typeof uploadQuery>,
  work: (product: Product) => Promise<Result>,
): Promise<Result> {
  const ctx = requireCtx(c);
  const { timeoutMs, maxPdfBytes } = PLANS[ctx.workspace.plan];
  const deadline = c.var.arrivedAt + timeoutMs;
  if (readMediaType(c) !== PDF_TYPE) throw invalidRequest([`Content-Type: must be ${PDF_TYPE}`]);
  const bytes = bodyBytes(c);
  // Refuse before reading starts: a connection with a half-read body may not be usable again.
  if (bytes !== Infinity && bytes > maxPdfBytes)
    throw invalidRequest([`body: is larger than ${maxPdfBytes} bytes`]);
  const problems = filenameProblems({ filename });
  if (problems.length > 0) throw invalidRequest(problems);
  const name = filename === undefined ? null : normaliseFilename(filename);
  const memory = new RequestMemory(ctx.workspace.id, deadline);
  const pieces = arriving(openBody(c, maxPdfBytes), deadline);
  // Loaded at first use, like all that a generation does not need.
  const { uploadOf } = await import('../../verbs/make/upload.ts');
  const product = uploadOf({ pieces, filename: name, meta: writeMeta(meta), memory });
  return work(product).finally(() => memory.release());
}
