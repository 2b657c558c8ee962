import type { Position } from './position.ts';

/** A template can come from an attacker, so its work is limited. */
export interface TemplateLimits {
  /** UTF-16 units of source. */
  readonly sourceChars: number;
  /** Each one becomes syntax tree, opcode and closure: about 1 kB of memory together. */
  readonly tokens: number;
  /** Open blocks, `else if` links and subexpressions. Parsing 4,000 nested `{{#if}}` takes four seconds. */
  readonly nesting: number;
  /** Names after `as |…|` in one block. Every path is compared with all names in scope. */
  readonly blockParams: number;
  /** Programs entered, values printed, arguments evaluated, and what helpers charge for long inputs. */
  readonly steps: number;
  /** UTF-16 units of output. They are never more than its UTF-8 bytes. */
  readonly outputChars: number;
  /** Nested programs (blocks, partials) while rendering. Each takes about five stack frames. */
  readonly depth: number;
  /** Nested arrays and objects in a value that is printed or written as JSON. Both recurse. */
  readonly printDepth: number;
  /** UTF-16 units that one helper may return. The application's helpers enforce it. */
  readonly helperChars: number;
}

/**
 * Requests of an isolate share 128 MB. A step takes 100 to 1,000 ns of processor time, measured with loops of one value or one helper on
 * a busy machine, so a template ends within a second of it. A helper that takes longer charges more steps.
 */
export const DEFAULT_LIMITS: TemplateLimits = {
  sourceChars: 2_000_000,
  tokens: 50_000,
  nesting: 100,
  blockParams: 10,
  steps: 1_000_000,
  outputChars: 10_000_000,
  depth: 120,
  printDepth: 100,
  helperChars: 4_000_000,
};

const MESSAGES: Readonly<Record<keyof TemplateLimits, string>> = {
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

export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly kind: keyof TemplateLimits;
  readonly limit: number;
  /** The place at which the parser stopped. It is null if the limit was exceeded later, or before parsing. */
  position: Position | null = null;

  constructor(kind: keyof TemplateLimits, limit: number) {
    super(`the template ${MESSAGES[kind].replace('{limit}', limit.toLocaleString('en-US'))}`);
    this.kind = kind;
    this.limit = limit;
  }
}

/** All templates of an engine share the limits: four templates may cost no more than one. */
export class Meter {
  readonly limits: TemplateLimits;
  steps = 0;
  outputChars = 0;
  depth = 0;
  #beforeDocument = 0;
  #maxDocumentChars = Number.POSITIVE_INFINITY;

  constructor(limits: TemplateLimits = DEFAULT_LIMITS) {
    this.limits = limits;
  }

  /** Another template is rendered. @param maxOutputChars of this template alone */
  startDocument(maxOutputChars = Number.POSITIVE_INFINITY): void {
    // The depth is not zero if the last template failed.
    this.depth = 0;
    this.#beforeDocument = this.outputChars;
    this.#maxDocumentChars = maxOutputChars;
  }

  /** @throws {LimitExceeded} */
  step(count: number): void {
    this.steps += count;
    if (this.steps > this.limits.steps) throw new LimitExceeded('steps', this.limits.steps);
  }

  write(chars: number): void {
    this.outputChars += chars;
    if (this.outputChars - this.#beforeDocument > this.#maxDocumentChars) {
      throw new LimitExceeded('outputChars', this.#maxDocumentChars);
    }
    if (this.outputChars > this.limits.outputChars) {
      throw new LimitExceeded('outputChars', this.limits.outputChars);
    }
  }

  enter(): void {
    this.depth += 1;
    if (this.depth > this.limits.depth) throw new LimitExceeded('depth', this.limits.depth);
  }

  leave(): void {
    this.depth -= 1;
  }
}
