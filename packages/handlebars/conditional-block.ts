import type { Child } from './build.ts';
import type { Expression, Frame } from './program-body.ts';

interface ConditionalBlock {
  readonly condition: Expression;
  readonly negated: boolean;
  readonly program: Child | undefined;
  readonly inverse: Child | undefined;
  /** An ordinary helper call, for the cases that are not handled here. */
  readonly call: Expression;
}

/** `{{#if}}` and `{{#unless}}` run their program directly, because they are the most frequent blocks. */
export function conditionalBlock(block: ConditionalBlock): Expression {
  const { condition, negated, program, inverse, call } = block;
  if (program?.decorator !== undefined || inverse?.decorator !== undefined) return call;
  return (f) => {
    const value = condition(f);
    // The official helper calls functions.
    if (typeof value === 'function') return call(f);
    const chosen = isTruthy(value) === negated ? inverse : program;
    return chosen === undefined ? '' : runProgram(chosen, f);
  };
}

/** Like the official `if` without `includeZero`: an empty array is false. */
const isTruthy = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

function runProgram(child: Child, f: Frame): string {
  // Paths count one level of block parameters for each program, even if it names none.
  const blockParams = f.blockParams && [undefined, ...f.blockParams];
  return child.body(f.container, f.context, f.helpers, f.partials, f.data, blockParams, f.depths);
}
