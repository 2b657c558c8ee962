import type { Position } from './position.ts';

/** What one template may cost. A template is a stranger's program; these end it before it harms others. */
export interface TemplateLimits {
  /** UTF-16 units of source. Lexing is linear in it. */
  readonly sourceChars: number;
  /** Lexer tokens; each becomes syntax tree, opcode and closure, about 1 kB of memory together. */
  readonly tokens: number;
  /**
   * Open blocks, `else if` links and subexpressions. The parser copies its whole stack at every reduction, so
   * its time is quadratic in nesting: 4,000 nested `{{#if}}` of 64 kB take four seconds.
   */
  readonly nesting: number;
  /** Names after `as |…|` in one block: every path is compared with all names in scope. */
  readonly blockParams: number;
  /** Programs entered, values appended, arguments evaluated, and what helpers charge for long inputs. */
  readonly steps: number;
  /** UTF-16 units of output, never more than its UTF-8 bytes. */
  readonly outputChars: number;
  /** Programs within programs (blocks, partials) while rendering; each holds some five stack frames. */
  readonly depth: number;
  /** Arrays and objects within each other where they are printed or written as JSON: both recurse. */
  readonly printDepth: number;
  /** UTF-16 units that a single helper may return. */
  readonly helperChars: number;
}

/**
 * In a Worker: 128 MB are shared by all requests of the isolate, and others wait while one computes. A step
 * takes 200 to 500 ns, so the worst template ends within half a second; 20,000 rows of ten cells take 300,000.
 */
export const EDGE_LIMITS: TemplateLimits = {
  sourceChars: 2_000_000,
  tokens: 100_000,
  nesting: 100,
  blockParams: 10,
  steps: 1_000_000,
  outputChars: 10_000_000,
  depth: 120,
  printDepth: 100,
  helperChars: 4_000_000,
};

/** The largest body that a Worker reads: no more can be asked of an isolate, whatever the plan. */
const EDGE_MAX_CHARS = 20_000_000;

/**
 * In a Worker, for a plan. What it allows in HTML its templates may have in source and in output; output far
 * over it is not produced only to be refused.
 */
export function edgeLimits(maxHtmlBytes: number): TemplateLimits {
  const allowed = Math.min(maxHtmlBytes, EDGE_MAX_CHARS);
  return {
    ...EDGE_LIMITS,
    sourceChars: Math.max(EDGE_LIMITS.sourceChars, allowed),
    outputChars: Math.max(Math.min(EDGE_LIMITS.outputChars, 2 * maxHtmlBytes), allowed),
  };
}

/** In the container, where large requests have a process of their own. Nesting is bound by the parser alone. */
export const BULK_LIMITS: TemplateLimits = {
  ...EDGE_LIMITS,
  sourceChars: 250_000_000,
  tokens: 1_000_000,
  steps: 100_000_000,
  outputChars: 250_000_000,
  helperChars: 50_000_000,
};

const WHAT: Readonly<Record<keyof TemplateLimits, string>> = {
  sourceChars: 'is longer than {limit} characters',
  tokens: 'has more than {limit} tokens',
  nesting: 'nests blocks and subexpressions more than {limit} deep',
  blockParams: 'names more than {limit} block parameters',
  steps: 'takes more than {limit} steps',
  outputChars: 'produces more than {limit} characters',
  depth: 'calls blocks and partials more than {limit} deep',
  printDepth: 'prints arrays or objects nested more than {limit} deep',
  helperChars: 'has a helper return more than {limit} characters',
};

/** A template passed one of its limits. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly kind: keyof TemplateLimits;
  readonly limit: number;
  /** Where the parser or the program was, once one of them has said so. */
  position: Position | null = null;

  constructor(kind: keyof TemplateLimits, limit: number) {
    super(`the template ${WHAT[kind].replace('{limit}', limit.toLocaleString('en-US'))}`);
    this.kind = kind;
    this.limit = limit;
  }
}

/** Counts what a composition has used. One for all of its documents, so four of them cost no more than one. */
export class Meter {
  limits: TemplateLimits = EDGE_LIMITS;
  steps = 0;
  outputChars = 0;
  depth = 0;

  begin(limits: TemplateLimits): void {
    this.limits = limits;
    this.steps = 0;
    this.outputChars = 0;
    this.depth = 0;
  }

  /** @throws {LimitExceeded} */
  step(count: number): void {
    this.steps += count;
    if (this.steps > this.limits.steps) throw new LimitExceeded('steps', this.limits.steps);
  }

  /** @throws {LimitExceeded} */
  write(chars: number): void {
    this.outputChars += chars;
    if (this.outputChars > this.limits.outputChars) {
      throw new LimitExceeded('outputChars', this.limits.outputChars);
    }
  }

  /** @throws {LimitExceeded} */
  enter(): void {
    this.depth += 1;
    if (this.depth > this.limits.depth) throw new LimitExceeded('depth', this.limits.depth);
  }

  leave(): void {
    this.depth -= 1;
  }
}
