import type { Call, HelperBody, HelperTable } from './helper.ts';
import { isTruthy, numberOf } from './values.ts';

/** Null and missing are the same: JSON has one of them, templates the other. */
const equal = ([left, right]: Call['args']): boolean => left === right || (left ?? null) === (right ?? null);

/**
 * Numbers (also written as text) by size, other text by code units, which sorts ISO dates.
 * Null where the two cannot be compared: then no comparison holds.
 */
function order([left, right]: Call['args']): number | null {
  const leftNumber = numberOf(left);
  const rightNumber = numberOf(right);
  if (leftNumber !== null && rightNumber !== null) return leftNumber - rightNumber;
  if (typeof left !== 'string' || typeof right !== 'string') return null;
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const comparing =
  (holds: (order: number) => boolean): HelperBody =>
  ({ args }) => {
    const result = order(args);
    return result !== null && holds(result);
  };

/** Where the first argument is for which it holds; the last one where it holds for none. */
function firstIndex(args: Call['args'], holds: (arg: unknown) => boolean): number {
  const index = args.findIndex(holds);
  return index < 0 ? args.length - 1 : index;
}

/** Helpers that answer a question: as a block, they choose between it and its `{{else}}`. */
export const conditionHelpers: HelperTable = {
  eq: ({ args }) => equal(args),
  ne: ({ args }) => !equal(args),
  lt: comparing((result) => result < 0),
  lte: comparing((result) => result <= 0),
  gt: comparing((result) => result > 0),
  gte: comparing((result) => result >= 0),
  and: ({ args }) => args[firstIndex(args, (arg) => !isTruthy(arg))],
  or: ({ args }) => args[firstIndex(args, isTruthy)],
  not: ({ args }) => !isTruthy(args[0]),
};

export const defaultHelpers: HelperTable = {
  default: ({ args }) => args.find((arg) => arg !== null && arg !== undefined && arg !== ''),
};
