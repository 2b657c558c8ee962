import type { z } from 'zod';

/** `options.margin.top`, `entries[3].fileId`. Source: contract 3.3. */
export const describePath = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '');

/**
 * Describes the problems of a body, each with its path: `options.margin.top: must be 0 or more`.
 * @param body that was parsed
 */
export const describeIssues = (
  error: Pick<z.core.$ZodError, 'issues'> | null | undefined,
  body: unknown,
): string[] => (error?.issues ?? []).map((issue) => describeIssue(issue, body));

function describeIssue(issue: z.core.$ZodIssue, body: unknown): string {
  const inner = findInner(issue);
  const path = describePath(inner.path);
  const problem = isMissing(inner, body) ? 'is required' : describeProblem(inner);
  return `${path === '' ? 'body' : path}: ${problem}`;
}

/** Returns whether a value has the wrong type because there is none. Zod says it only in its own messages. */
function isMissing({ code, message, path }: z.core.$ZodIssue, body: unknown): boolean {
  const isOfType = /^invalid_(?:type|value|union)$/.test(code) || message.startsWith('must be ');
  if (!isOfType || path.length === 0) return false;
  const outer = path.slice(0, -1).reduce(valueAt, body);
  return isObject(outer) && valueAt(outer, path.at(-1) ?? '') === undefined;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const valueAt = (value: unknown, name: PropertyKey): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;

/** Finds the rule that the key of a record breaks. For a value that may be an object or a list, finds the problem inside of it. */
function findInner(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code === 'invalid_key') return { ...(issue.issues[0] ?? issue), path: issue.path };
  if (issue.code !== 'invalid_union') return issue;
  const inner = issue.errors.flatMap(([first]) => (first && first.path.length > 0 ? [first] : []))[0];
  return inner === undefined ? issue : findInner({ ...inner, path: [...issue.path, ...inner.path] });
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a date and time of ISO 8601 with a time zone, such as 2027-01-01T00:00:00Z',
};

function describeProblem(issue: z.core.$ZodIssue): string {
  // A message of this project starts with "must be". Zod's messages do not.
  const own = issue.message.startsWith('must be ') ? issue.message : null;
  switch (issue.code) {
    case 'invalid_type':
      return own ?? `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return (
        own ?? `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`
      );
    case 'too_small':
      return describeBound(issue.origin, Number(issue.minimum), 'more');
    case 'too_big':
      return describeBound(issue.origin, Number(issue.maximum), 'fewer');
    case 'invalid_format':
      // Patterns of this project have their own message.
      return FORMATS[issue.format] ?? issue.message;
    case 'invalid_union':
      return own ?? describeUnion(issue);
    default:
      return issue.message;
  }
}

/** For a value that may be of several types, or an object whose kind one of its fields names. */
function describeUnion(issue: z.core.$ZodIssueInvalidUnion): string {
  if ('options' in issue && Array.isArray(issue.options))
    return `must be one of ${issue.options.map(String).join(', ')}`;
  const problems = issue.errors.flatMap(([first]) => (first ? [describeProblem(first)] : []));
  return [...new Set(problems)].join(', or ') || 'must be another value';
}

function describeBound(origin: string, bound: number, direction: 'more' | 'fewer'): string {
  if (origin === 'string')
    return `must have ${bound} ${bound === 1 ? 'character' : 'characters'} or ${direction}`;
  if (origin === 'array' || origin === 'set') return `must have ${bound} or ${direction} entries`;
  return `must be ${bound} or ${direction === 'more' ? 'more' : 'less'}`;
}

/** A record is an object of JSON. */
function withArticle(type: string): string {
  const known = type === 'record' ? 'object' : type;
  return /^[aeiou]/.test(known) ? `an ${known}` : `a ${known}`;
}
