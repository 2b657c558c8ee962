import { describe, expect, it, test } from 'vitest';
import { toErrorMessage } from '../../../dashboard/api/error-message.ts';
import { hasErrorCode, RequestError } from '../../../dashboard/api/request-error.ts';

const refused = new RequestError({
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'The request is not valid.',
  details: ['name: is required', 'options.margin.top: must be 0 or more: it is -1', 'the body is too large'],
});

test('problems are found by the field that they name, and the others are left to the whole form', () => {
  expect(refused.fields).toEqual({
    name: 'is required',
    'options.margin.top': 'must be 0 or more: it is -1',
  });
});

test('a refusal is known by its code, anything else is not', () => {
  expect(hasErrorCode(refused, 'VALIDATION_ERROR')).toBe(true);
  expect(hasErrorCode(refused, 'NOT_FOUND')).toBe(false);
  expect(hasErrorCode(new Error('VALIDATION_ERROR'), 'VALIDATION_ERROR')).toBe(false);
});

describe('a problem in one line', () => {
  it('has its message, its details and the request id', () => {
    const details = ['name: is required', 'ids: names one twice'];
    const problem = new RequestError({ status: 400, code: 'VALIDATION_ERROR', message: 'No.', details });
    expect(toErrorMessage(problem)).toBe('No. · name: is required · ids: names one twice');
    const known = new RequestError({ status: 500, code: 'X', message: 'No.', requestId: 'req_1' });
    expect(toErrorMessage(known)).toBe('No. · Request req_1');
  });

  it('leaves out the excerpt of a template, which the editor shows', () => {
    const problem = new RequestError({
      status: 400,
      code: 'TEMPLATE_COMPILATION_ERROR',
      message: 'html, line 1, column 2: never closed',
      details: ['<p>{{#if', '   ^'],
    });
    expect(toErrorMessage(problem)).toBe('html, line 1, column 2: never closed');
  });

  it('tells nothing of what the page itself threw', () => {
    expect(toErrorMessage(new TypeError('x is not a function'))).toBe(
      'Something unexpected happened in the page.',
    );
  });
});
