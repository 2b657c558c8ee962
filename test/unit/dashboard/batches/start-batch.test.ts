import { expect, test } from 'vitest';
import { RequestError } from '../../../../dashboard/api/request-error.ts';
import { locate } from '../../../../dashboard/pages/batches/new/start-batch.ts';

test('an error of the service names the line and the column of the file', () => {
  const error = new RequestError({
    status: 400,
    code: 'VALIDATION_ERROR',
    message: 'The request is not valid.',
    requestId: 'req_a',
    details: [
      'rows[1].templateData.total: must be a number',
      'rows[0].templateData.lines[2].price: must be >= 0',
      'rows[0].filename: is too long',
      'rows[7].externalId: another row has the same one',
      'templateId: does not exist',
    ],
  });
  const mapping = {
    sources: new Map([
      ['total', { kind: 'column', column: 'Sum' }],
      ['lines[].price', { kind: 'column', column: 'Price' }],
    ] as const),
    externalId: null,
    filename: null,
  };
  const located = locate(error, { lines: [2, 5], mapping, unit: 'Row' });
  expect(located).toMatchObject({ status: 400, code: 'VALIDATION_ERROR', requestId: 'req_a' });
  expect(located.details).toEqual([
    'Row 5, column “Sum” (total): must be a number',
    'Row 2, column “Price” (lines[2].price): must be >= 0',
    'Row 2 (filename): is too long',
    'rows[7].externalId: another row has the same one',
    'templateId: does not exist',
  ]);
});
