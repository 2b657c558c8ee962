import { expect, test } from 'vitest';
import { isProblem, RequestProblem } from '../../../dashboard/api/problem.ts';

const refused = new RequestProblem({
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
  expect(isProblem(refused, 'VALIDATION_ERROR')).toBe(true);
  expect(isProblem(refused, 'NOT_FOUND')).toBe(false);
  expect(isProblem(new Error('VALIDATION_ERROR'), 'VALIDATION_ERROR')).toBe(false);
});
