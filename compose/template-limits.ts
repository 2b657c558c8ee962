import { DEFAULT_LIMITS, type TemplateLimits } from '@platen/handlebars';

export const EDGE_LIMITS: TemplateLimits = DEFAULT_LIMITS;

/** The largest body and the longest HTML in a Worker, whatever the plan. One of this size fits beside small requests. */
export const EDGE_MAX_BYTES = 8_000_000;

/** Output of the other templates of a composition: header, footer, texts. `fillDocument` limits the document itself. */
const OTHER_OUTPUT_CHARS = 2_000_000;

/** Source and output may be as large as the plan allows for HTML. Much larger output is not produced. */
export function edgeLimits(maxHtmlBytes: number): TemplateLimits {
  const allowed = Math.min(maxHtmlBytes, EDGE_MAX_BYTES);
  return {
    ...EDGE_LIMITS,
    sourceChars: Math.max(EDGE_LIMITS.sourceChars, allowed),
    outputChars: Math.min(EDGE_MAX_BYTES, maxHtmlBytes + OTHER_OUTPUT_CHARS),
  };
}

/** Work of the meter for a token, which takes 5 to 18 µs to become closures. */
export const WORK_PER_TOKEN = 2_000;

/** Work of the meter for a step of a template, which takes 0.5 to 3 µs. */
export const WORK_PER_STEP = 200;

/**
 * Steps of the check of data against its schema for one step of a template. They are this much cheaper: 50,000 rows
 * of ten required fields take 1,350,000 steps.
 */
export const CHECK_STEPS_PER_STEP = 3;

/** The steps of the largest plan are 4 million cells of tables. They take less than 3 seconds, by an estimate on a busy machine. */
const BYTES_PER_STEP = 40;

/** The largest plan has 250,000 tokens. */
const BYTES_PER_TOKEN = 1_000;

/** One helper returns at most this part of a document. */
const HELPER_DIVISOR = 5;

/**
 * For the container, where a composition has its own thread. The limits grow with what the plan allows for HTML, and the
 * smallest are those of a Worker. Deep nesting would slow the parser.
 */
export function bulkLimits(maxHtmlBytes: number): TemplateLimits {
  const { sourceChars, tokens, steps, helperChars } = EDGE_LIMITS;
  return {
    ...EDGE_LIMITS,
    sourceChars: Math.max(sourceChars, maxHtmlBytes),
    tokens: Math.max(tokens, maxHtmlBytes / BYTES_PER_TOKEN),
    steps: Math.max(steps, maxHtmlBytes / BYTES_PER_STEP),
    outputChars: maxHtmlBytes + OTHER_OUTPUT_CHARS,
    helperChars: Math.max(helperChars, maxHtmlBytes / HELPER_DIVISOR),
  };
}
