import type { TemplateLimits } from '@platen/handlebars';
import { TemplateError } from '../../../../compose/errors.ts';
import { MarkdownTooLong } from '../../../../compose/markdown/too-long.ts';
import { EDGE_MAX_BYTES, edgeLimits } from '../../../../compose/template-limits.ts';
import type { RequestMemory } from '../../../lib/memory/request-memory.ts';

export interface EdgeDocument<Composed> {
  /** UTF-8 bytes that the plan allows. */
  readonly maxHtmlBytes: number;
  /** Characters of the saved template, which has memory already. */
  readonly templateChars: number;
  readonly compose: (limits: TemplateLimits) => Promise<Composed>;
  /** Composes a long document outside of this isolate. It is null if that is not possible. */
  readonly elsewhere?: () => Promise<Composed | null>;
}

/**
 * The length of the HTML is known only after the template is filled. The first attempt stops at the length for which the
 * request has memory. A longer document is composed elsewhere, or here after the request gets more memory. So no document
 * exists without memory for it.
 * @throws {ApiError} `SERVICE_BUSY`; {TemplateError | InvalidComposition}
 */
export async function composeAtEdge<Composed>(
  memory: RequestMemory,
  { maxHtmlBytes, templateChars, compose, elsewhere }: EdgeDocument<Composed>,
): Promise<Composed> {
  const limits = edgeLimits(maxHtmlBytes);
  const outputChars = Math.min(limits.outputChars, Math.max(memory.coveredHtmlBytes, templateChars));
  const first = await attempt(() => compose({ ...limits, outputChars }));
  if ('composed' in first) return first.composed;
  const composed = await elsewhere?.();
  if (composed) return composed;
  const memoryHelps = first.tooLong instanceof TemplateError && outputChars < limits.outputChars;
  if (!memoryHelps) throw first.tooLong;
  await memory.compose(Math.min(maxHtmlBytes, EDGE_MAX_BYTES));
  return compose(limits);
}

type Attempt<Composed> = { readonly composed: Composed } | { readonly tooLong: Error };

/** Composes a document, or returns that it is longer than the limits allow. @throws the other errors of `compose` */
async function attempt<Composed>(compose: () => Promise<Composed>): Promise<Attempt<Composed>> {
  try {
    return { composed: await compose() };
  } catch (error) {
    if (error instanceof MarkdownTooLong) return { tooLong: error };
    if (error instanceof TemplateError && error.limit === 'outputChars') return { tooLong: error };
    throw error;
  }
}
