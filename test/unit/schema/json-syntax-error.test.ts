import { describe, expect, test } from 'vitest';
import { describeJsonError, findJsonSyntaxError } from '../../../schema/json-syntax-error.ts';
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
  const error = findJsonSyntaxError(text);
  return error === null ? null : text.slice(0, error.at);
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

  test('is at the start of a string that is not closed, and at a character that a string cannot have', () => {
    expect(until('{"a": "b}')).toBe('{"a": ');
    expect(until('{"a": "b\\x"}')).toBe('{"a": "b');
    expect(until('{"a": "b\nc"}')).toBe('{"a": "b');
  });

  test.each([
    ['{"a": 1,}', 'line 1, column 9: a name in double quotes is expected'],
    ['{\n  "a": [1 2]\n}', 'line 2, column 11: "," or "]" is expected'],
    ['{"a": 1 "b": 2}', 'line 1, column 9: "," or "}" is expected'],
    ['{"a" 1}', 'line 1, column 6: ":" is expected'],
    ['{a: 1}', 'line 1, column 2: a name in double quotes or "}" is expected'],
    ['{"a": [', 'line 1, column 8: a value or "]" is expected, and the text ends'],
    ['{"a": NaN}', 'line 1, column 7: a value is expected'],
    ['{}\n{}', 'line 2, column 1: the end is expected'],
    ['', 'line 1, column 1: a value is expected, and the text ends'],
    ['{"a": "b\nc"}', 'line 1, column 9: this character must be written as \\n in a string'],
    ['{"a": "\\x"}', 'line 1, column 8: after "\\" in a string, one of " \\ / b f n r t u is expected'],
    ['{"a": "b}', "line 1, column 7: the string that begins here has no end: '\"' is expected"],
  ])('of %j says its place and what is expected', (text, problem) => {
    expect(describeJsonError(text)).toBe(problem);
  });

  test('is found after a string of many megabytes', () => {
    const text = `{"a": "${'\\n'.repeat(10_000_000)}" x`;
    expect(describeJsonError(text)).toMatch(/^line 1, column 20000010: "," or "}" is expected$/);
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
