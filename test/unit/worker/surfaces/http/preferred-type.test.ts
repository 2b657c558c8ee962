import { expect, test } from 'vitest';
import { preferredType } from '../../../../../worker/surfaces/http/preferred-type.ts';

test.each([
  [undefined, 'application/json'],
  ['', 'application/json'],
  ['*/*', 'application/json'],
  ['application/json', 'application/json'],
  ['application/pdf', 'application/pdf'],
  ['application/PDF; q=1', 'application/pdf'],
  ['text/html, application/pdf;q=0.8, */*;q=0.5', 'application/pdf'],
  ['application/pdf, */*', 'application/pdf'],
  ['application/*', 'application/json'],
  ['*/*;q=0.9, application/pdf;q=0.5', 'application/json'],
  ['application/json;q=0.5, application/pdf;q=0.9', 'application/pdf'],
  ['application/pdf;q=0, */*', 'application/json'],
  ['application/pdf, application/json', 'application/pdf'],
  ['application/json, application/pdf', 'application/json'],
  ['image/png', 'application/json'],
])('of JSON and PDF, %j likes %s best', (accept, expected) => {
  expect(preferredType(accept, ['application/json', 'application/pdf'])).toBe(expected);
});
