import type { Call, HelperBody, HelperTable } from './helper.ts';
import { isBlank, isTruthy, rejectNumber, toNumber } from './values.ts';

/** Null (in JSON) equals undefined (a missing field). */
const equal = ([left, right]: Call['args']): boolean => left === right || (left ?? null) === (right ?? null);

/**
 * Compares numbers (also in text) by size, and other text by code units, which sorts ISO dates. Returns null if a value is
 * blank. @throws {BadValue}
 */
function order([left, right]: Call['args']): number | null {
  if (isBlank(left) || isBlank(right)) return null;
  const leftNumber = toNumber(left);
  const rightNumber = toNumber(right);
  if (leftNumber !== null && rightNumber !== null) return leftNumber - rightNumber;
  const areTexts = typeof left === 'string' && typeof right === 'string';
  if (!areTexts && leftNumber === null) return rejectNumber({ argument: 0, value: left });
  if (!areTexts) return rejectNumber({ argument: 1, value: right });
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const comparing =
  (holds: (order: number) => boolean): HelperBody =>
  ({ args }) => {
    const result = order(args);
    return result !== null && holds(result);
  };

/** The last argument's index if none holds. */
function firstIndex(args: Call['args'], holds: (arg: unknown) => boolean): number {
  const index = args.findIndex(holds);
  return index < 0 ? args.length - 1 : index;
}

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
