import type { TextProblem } from '../editor/diagnostics.ts';
import type { JsonObject } from './json-value.ts';
import { findJsonSyntaxError, placeOf } from '../../schema/json-syntax-error.ts';

export type JsonReading =
  | { readonly value: JsonObject; readonly problem: null }
  | { readonly value: null; readonly problem: TextProblem };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses a JSON object that the user is typing. Empty text is an empty object. */
export function readJsonObject(text: string): JsonReading {
  if (text.trim() === '') return { value: {}, problem: null };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { value: null, problem: locateSyntaxError(text) };
  }
  if (isObject(value)) return { value, problem: null };
  return { value: null, problem: { message: 'Enter a JSON object: { … }.', at: null } };
}

function locateSyntaxError(text: string): TextProblem {
  const error = findJsonSyntaxError(text);
  if (error === null) return { message: 'This is not valid JSON.', at: null };
  const { at, problem } = error;
  return { message: `${problem[0]?.toUpperCase()}${problem.slice(1)}.`, at: placeOf(text, at) };
}
