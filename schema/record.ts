import { z } from 'zod';
import { isJsonObject } from './json-object.ts';

/**
 * An object that may have any names. Zod checks all entries of a record, and keeps a problem of each, before a check can count them: a
 * body of 245,000 names takes half a second. So they are counted first.
 */
export const recordOf = <Key extends z.ZodString, Value extends z.ZodType>(
  maxEntries: number,
  key: Key,
  value: Value,
) =>
  z
    .preprocess(
      (given, context) => {
        if (!isJsonObject(given) || Object.keys(given).length <= maxEntries) return given;
        context.addIssue({ code: 'custom', message: `must have ${maxEntries} or fewer entries` });
        return z.NEVER;
      },
      z.record(key, value),
    )
    .meta({ maxProperties: maxEntries });
