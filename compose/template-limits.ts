import { DEFAULT_LIMITS, type TemplateLimits } from '@platen/handlebars';

export const EDGE_LIMITS: TemplateLimits = DEFAULT_LIMITS;

/** The largest body and the longest HTML in a Worker, whatever the plan. One of this size fits beside small requests. */
export const EDGE_MAX_BYTES = 8_000_000;

/** Source and output may be as large as the plan allows for HTML. Much larger output is not produced. */
export function edgeLimits(maxHtmlBytes: number): TemplateLimits {
  const allowed = Math.min(maxHtmlBytes, EDGE_MAX_BYTES);
  return {
    ...EDGE_LIMITS,
    sourceChars: Math.max(EDGE_LIMITS.sourceChars, allowed),
    outputChars: Math.min(EDGE_MAX_BYTES, 2 * maxHtmlBytes),
  };
}

/**
 * Steps of the check of data against its schema for one step of a template. They are this much cheaper: 50,000 rows
 * of ten required fields take 1,350,000 steps.
 */
export const CHECK_STEPS_PER_STEP = 3;

/** For the container, where a large request has its own process. Deep nesting would slow the parser. */
export const BULK_LIMITS: TemplateLimits = {
  ...EDGE_LIMITS,
  sourceChars: 250_000_000,
  tokens: 1_000_000,
  steps: 100_000_000,
  outputChars: 250_000_000,
  helperChars: 50_000_000,
};
