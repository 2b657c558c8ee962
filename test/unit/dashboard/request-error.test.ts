import { describe, expect, test } from 'vitest';
import { toErrorMessage, UNEXPECTED_ERROR } from '../../../dashboard/api/error-message.ts';
import { hasErrorCode, RequestError } from '../../../dashboard/api/request-error.ts';

const failure = new RequestError({
  status: 400,
  code: 'VALIDATION_ERROR',
  message: 'The request is not valid.',
  details: ['name: is required', 'options.margin.top: must be 0 or more: it is -1', 'the body is too large'],
});

test('details that name a field are listed by field', () => {
  expect(failure.fields).toEqual({
    name: 'is required',
    'options.margin.top': 'must be 0 or more: it is -1',
  });
});

test('only a request error has an error code', () => {
  expect(hasErrorCode(failure, 'VALIDATION_ERROR')).toBe(true);
  expect(hasErrorCode(failure, 'NOT_FOUND')).toBe(false);
  expect(hasErrorCode(new Error('VALIDATION_ERROR'), 'VALIDATION_ERROR')).toBe(false);
});

describe('an error in one line', () => {
  test('has its message, its details and the request id', () => {
    const details = ['name: is required', 'ids: names one twice'];
    const error = new RequestError({ status: 400, code: 'VALIDATION_ERROR', message: 'No.', details });
    expect(toErrorMessage(error)).toBe('No. · name: is required · ids: names one twice');
    const known = new RequestError({ status: 500, code: 'X', message: 'No.', requestId: 'req_1' });
    expect(toErrorMessage(known)).toBe('No. · Request req_1');
  });

  test('leaves out the excerpt of a template error', () => {
    const error = new RequestError({
      status: 400,
      code: 'TEMPLATE_COMPILATION_ERROR',
      message: 'html, line 1, column 2: never closed',
      details: ['<p>{{#if', '   ^'],
    });
    expect(toErrorMessage(error)).toBe('html, line 1, column 2: never closed');
  });

  test('does not show exceptions of the page', () => {
    expect(toErrorMessage(new TypeError('x is not a function'))).toBe(UNEXPECTED_ERROR);
  });
});
