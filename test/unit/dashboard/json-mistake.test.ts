import { describe, expect, it } from 'vitest';
import { findJsonMistake } from '../../../dashboard/json/json-mistake.ts';
import { readJsonObject } from '../../../dashboard/json/json-object.ts';

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** The text up to the mistake. */
const until = (text: string): string | null => {
  const at = findJsonMistake(text);
  return at === null ? null : text.slice(0, at);
};

describe('a mistake in JSON', () => {
  it('is where the first thing stands that cannot stand there', () => {
    expect(until('{"a": 1,}')).toBe('{"a": 1,');
    expect(until('{"a": [1, }')).toBe('{"a": [1, ');
    expect(until('{"a" 1}')).toBe('{"a" ');
    expect(until('{a: 1}')).toBe('{');
    expect(until('[1 2]')).toBe('[1 ');
    expect(until('{"a": 1}}')).toBe('{"a": 1}');
    expect(until('[01]')).toBe('[');
  });

  it('is at the end where the text ends too early', () => {
    expect(until('{"a": [1')).toBe('{"a": [1');
    expect(until('')).toBe('');
  });

  it('is at the beginning of a string that does not end', () => {
    expect(until('{"a": "b}')).toBe('{"a": ');
    expect(until('{"a": "\\x"}')).toBe('{"a": ');
  });

  it('is found in exactly the texts that are no JSON', () => {
    const whole = JSON.stringify(
      { a: [1, -2.5e3, true, null, 'x\n"y"\u2028'], b: { c: {}, d: [] }, '': '' },
      null,
      1,
    );
    for (let at = 0; at < whole.length; at++) {
      for (const other of ['', ',', '"', '}', ']', '0', 'x', ' ', '\\']) {
        const text = whole.slice(0, at) + other + whole.slice(at + 1);
        expect(findJsonMistake(text) === null, text).toBe(isJson(text));
      }
    }
  });
});

describe('reading an object that somebody writes', () => {
  it('tells line and column', () => {
    expect(readJsonObject('{\n  "a": oops\n}').problem?.at).toEqual({ line: 2, column: 8 });
    expect(readJsonObject('[]').problem).toMatchObject({ at: null });
    expect(readJsonObject('[]').problem?.message).toContain('must be an object');
    expect(readJsonObject(' ')).toEqual({ value: {}, problem: null });
  });
});
