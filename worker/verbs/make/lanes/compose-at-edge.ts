import { TemplateError } from '../../../../compose/errors.ts';
import { MarkdownTooLong } from '../../../../compose/markdown/too-long.ts';
import { EDGE_MAX_BYTES, edgeLimits } from '../../../../compose/template-limits.ts';
import type { TemplateLimits } from '@platen/handlebars';
import type { RequestMemory } from '../../../lib/memory/request-memory.ts';

export interface EdgeDocument<Composed> {
  /** UTF-8 bytes that the plan allows. */
  readonly maxHtmlBytes: number;
  /** Characters of the saved template, which has memory already. */
  readonly templateChars: number;
  readonly compose: (limits: TemplateLimits) => Composed;
  /** Composes a long document outside of this isolate. Null if that is not possible. */
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
  const covered = Math.max(memory.coveredHtmlBytes, templateChars);
  try {
    return compose({ ...limits, outputChars: Math.min(limits.outputChars, covered) });
  } catch (error) {
    const isLonger = error instanceof TemplateError && error.limit === 'outputChars';
    if (error instanceof MarkdownTooLong) return (await elsewhere?.()) ?? rethrow(error);
    if (!isLonger || covered >= limits.outputChars) throw error;
  }
  const composed = await elsewhere?.();
  if (composed) return composed;
  await memory.compose(Math.min(maxHtmlBytes, EDGE_MAX_BYTES));
  return compose(limits);
}

function rethrow(error: Error): never {
  throw error;
}
