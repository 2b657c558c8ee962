import {
  DEFAULT_KEY_PATTERN,
  externalKey,
  keyPatternProblem,
  keyPrefixProblem,
} from '../../../schema/external-key.ts';

const EXAMPLE_FILE = { fileId: 'file_SNqwKIRTC7wVXtH5Y8gCuR', filename: 'Rechnung März.pdf' };

export type KeyExample =
  | { readonly key: string; readonly problems: null }
  | { readonly key: null; readonly problems: { readonly keyPrefix?: string; readonly keyPattern?: string } };

/** The key of an example file created at `now`, or the errors in the prefix and the pattern. */
export function keyExample(keyPrefix: string, pattern: string, now: number): KeyExample {
  const keyPattern = pattern === '' ? DEFAULT_KEY_PATTERN : pattern;
  const prefixProblem = keyPrefixProblem(keyPrefix);
  const patternProblem = keyPatternProblem(keyPattern);
  if (prefixProblem === null && patternProblem === null) {
    return { key: externalKey(keyPrefix, keyPattern, { ...EXAMPLE_FILE, createdAt: now }), problems: null };
  }
  const problems = {
    ...(prefixProblem === null ? {} : { keyPrefix: sentence(prefixProblem) }),
    ...(patternProblem === null ? {} : { keyPattern: sentence(patternProblem) }),
  };
  return { key: null, problems };
}

const sentence = (problem: string): string => `The text ${problem}`;
