import { z } from 'zod';
import { text } from '../text.ts';

/** Contract 1.7. */
export const MAX_META_BYTES = 2_000;

/** The object itself is the first level. */
export const MAX_META_LEVELS = 8;

export type Meta = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function findProblem(meta: unknown): string | null {
  const tooLarge = `must have ${MAX_META_BYTES} bytes of JSON or fewer`;
  let objects = [meta].filter(isObject);
  let values = 0;
  for (let levels = 1; objects.length > 0; levels++) {
    if (levels > MAX_META_LEVELS) return `must be nested ${MAX_META_LEVELS} levels deep or less`;
    const below = objects.flatMap((node): unknown[] => Object.values(node));
    values += below.length;
    // A value has one byte or more.
    if (values > MAX_META_BYTES) return tooLarge;
    objects = below.filter(isObject);
  }
  return new TextEncoder().encode(JSON.stringify(meta)).byteLength > MAX_META_BYTES ? tooLarge : null;
}

export const meta = z
  .custom<Meta>((value) => isObject(value) && !Array.isArray(value), 'must be an object')
  .superRefine((value, context) => {
    const message = findProblem(value);
    if (message !== null) context.addIssue({ code: 'custom', message });
  })
  .optional()
  .meta({
    type: 'object',
    additionalProperties: true,
    description: `Your own JSON, such as the number of an order: at most ${MAX_META_BYTES} bytes and ${MAX_META_LEVELS} levels. The file, the job and its events have it.`,
    example: { order: 'A-17' },
  });

/** White space around the values counts here, and not in `MAX_META_BYTES`. */
const MAX_META_TEXT = 4_000;

/** The `meta` of a request whose body is a file. It is JSON in a parameter of the query. */
export const metaText = text(MAX_META_TEXT)
  .transform((json, context): unknown => {
    try {
      return JSON.parse(json);
    } catch {
      context.addIssue({ code: 'custom', message: 'must be a JSON object' });
      return z.NEVER;
    }
  })
  .pipe(meta)
  .optional()
  .meta({
    type: 'string',
    maxLength: MAX_META_TEXT,
    description: `Your own JSON object, such as the number of an order: at most ${MAX_META_BYTES} bytes and ${MAX_META_LEVELS} levels. The file and its event have it.`,
    example: '{"order":"A-17"}',
  });

/** Returns the JSON of the `meta` of a row, or null if it has no valid one. The row may have other problems. */
export function writeValidMeta(given: unknown): string | null {
  const parsed = meta.safeParse(given);
  return parsed.success ? writeMeta(parsed.data) : null;
}

/** The field of an answer. */
export const returnedMeta = z
  .custom<Meta>(isObject)
  .optional()
  .meta({
    type: 'object',
    additionalProperties: true,
    description: 'The `meta` of the request, if it had one.',
    example: { order: 'A-17' },
  });

/** Returns the JSON that is stored and passed on. @param given valid */
export const writeMeta = (given: Meta | undefined): string | null =>
  given === undefined ? null : JSON.stringify(given);

/** Returns the field for an answer, or no field. */
export const metaField = (written: string | null | undefined): { readonly meta?: Meta } =>
  written === null || written === undefined ? {} : { meta: JSON.parse(written) };
