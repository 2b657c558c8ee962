import { TemplateError } from '../../compose/errors.ts';
import { EDGE_MAX_BYTES, edgeLimits } from '../../compose/template-limits.ts';
import type { TemplateLimits } from '@platen/handlebars';
import type { RequestMemory } from '../memory/request-memory.ts';

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
 * How long the HTML of a template gets shows only when it is filled. It is first filled up to a length for which the
 * request has memory. If it is longer, it is composed elsewhere, or filled again after the request got more memory. So
 * only documents that have memory exist.
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
    if (!isLonger || covered >= limits.outputChars) throw error;
  }
  const composed = await elsewhere?.();
  if (composed) return composed;
  await memory.compose(Math.min(maxHtmlBytes, EDGE_MAX_BYTES));
  return compose(limits);
}
