import type { z } from 'zod';

/**
 * A problem that zod found, as the API words it: the field's path, then what it must be
 * (`options.margin.top: must be 0 or more`). Source: decision 10.
 */
export function describeIssue(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.');
  return path === '' ? `body: ${problemOf(issue)}` : `${path}: ${problemOf(issue)}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  datetime: 'must be a date and time of ISO 8601 with a time zone, such as 2027-01-01T00:00:00Z',
  url: 'must be an absolute URL',
};

function problemOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${withArticle(issue.expected)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return boundOf(issue.origin, Number(issue.minimum), 'more');
    case 'too_big':
      return boundOf(issue.origin, Number(issue.maximum), 'fewer');
    case 'invalid_format':
      // A pattern of ours brings its own words.
      return FORMATS[issue.format] ?? issue.message;
    default:
      return issue.message;
  }
}

function boundOf(origin: string, bound: number, direction: 'more' | 'fewer'): string {
  if (origin === 'string')
    return `must have ${bound} ${bound === 1 ? 'character' : 'characters'} or ${direction}`;
  if (origin === 'array' || origin === 'set') return `must have ${bound} or ${direction} entries`;
  return `must be ${bound} or ${direction === 'more' ? 'more' : 'less'}`;
}

const withArticle = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);
