import { describe, expect, test } from 'vitest';
import { findJsonSyntaxError } from '../../../dashboard/json/json-syntax-error.ts';
import { readJsonObject } from '../../../dashboard/json/json-object.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The text before the error. */
const until = (text: string): string | null => {
  const at = findJsonSyntaxError(text);
  return at === null ? null : text.slice(0, at);
};

describe('a syntax error in JSON', () => {
  test('is at the first unexpected token', () => {
    expect(until('{"a": 1,}')).toBe('{"a": 1,');
    expect(until('{"a": [1, }')).toBe('{"a": [1, ');
    expect(until('{"a" 1}')).toBe('{"a" ');
    expect(until('{a: 1}')).toBe('{');
    expect(until('[1 2]')).toBe('[1 ');
    expect(until('{"a": 1}}')).toBe('{"a": 1}');
    expect(until('[01]')).toBe('[');
  });

  test('is at the end if the text is incomplete', () => {
    expect(until('{"a": [1')).toBe('{"a": [1');
    expect(until('')).toBe('');
  });

  test('is at the start of a string that is not closed', () => {
    expect(until('{"a": "b}')).toBe('{"a": ');
    expect(until('{"a": "\\x"}')).toBe('{"a": ');
  });

  test('is found in exactly those texts that JSON.parse rejects', () => {
    const whole = JSON.stringify(
      { a: [1, -2.5e3, true, null, 'x\n"y"\u2028'], b: { c: {}, d: [] }, '': '' },
      null,
      1,
    );
    for (let at = 0; at < whole.length; at++) {
      for (const other of ['', ',', '"', '}', ']', '0', 'x', ' ', '\\']) {
        const text = whole.slice(0, at) + other + whole.slice(at + 1);
        expect(findJsonSyntaxError(text) === null, text).toBe(isJson(text));
      }
    }
  });
});

describe('parsing a JSON object that is being typed', () => {
  test('reports line and column', () => {
    expect(readJsonObject('{\n  "a": oops\n}').problem?.at).toEqual({ line: 2, column: 8 });
    expect(readJsonObject('[]').problem).toMatchObject({ at: null });
    expect(readJsonObject('[]').problem?.message).toContain('JSON object');
    expect(readJsonObject(' ')).toEqual({ value: {}, problem: null });
  });
});
