import { expect, test } from 'vitest';
import { usageCsv, usageCsvName } from '../../../dashboard/pages/usage/usage-csv.ts';

test('the usage as CSV has a line for each day', () => {
  const first = { day: '2026-11-25', live: 2, test: 1, requests: 4, errors: 1, medianMs: 180.5, p95Ms: 900 };
  const second = { day: '2026-11-26', live: 0, test: 0, requests: 0, errors: 0, medianMs: null, p95Ms: null };
  expect(usageCsv([first, second])).toBe(
    'day,live_files,test_files,requests,errors,median_ms,p95_ms\r\n2026-11-25,2,1,4,1,180.5,900\r\n2026-11-26,0,0,0,0,,\r\n',
  );
  expect(usageCsvName([first, second])).toBe('usage 2026-11-25 to 2026-11-26.csv');
});
