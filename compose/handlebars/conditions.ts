import type { Child } from './closures.ts';
import type { Expression, Frame } from './program.ts';

interface Choice {
  readonly condition: Expression;
  /** `unless`. */
  readonly negated: boolean;
  readonly program: Child | undefined;
  readonly inverse: Child | undefined;
  /** The same as a call of the helper, for the cases that need its ceremony. */
  readonly call: Expression;
}

/**
 * `{{#if}}` and `{{#unless}}` without options: by far the most frequent blocks, and all that they do is enter
 * one of two programs with everything as it is. So no options are built and no program is bound.
 */
export function choiceBetween({ condition, negated, program, inverse, call }: Choice): Expression {
  if (program?.decorator !== undefined || inverse?.decorator !== undefined) return call;
  return (f) => {
    // Without a context the runtime puts an empty one in its place; functions it calls.
    if (f.context === null || f.context === undefined) return call(f);
    const value = condition(f);
    if (typeof value === 'function') return call(f);
    const chosen = holds(value) === negated ? inverse : program;
    return chosen === undefined ? '' : enter(chosen, f);
  };
}

/** As the official helper, without `includeZero`: an empty array is false too. */
const holds = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

function enter(child: Child, f: Frame): string {
  // A program has a place for its block parameters even where it names none: paths count the places.
  const blockParams = f.blockParams && [undefined, ...f.blockParams];
  return child.body(f.container, f.context, f.helpers, f.partials, f.data, blockParams, f.depths);
}
