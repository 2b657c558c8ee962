import { expect, test } from 'vitest';
import { COSTLY_FILES } from './costly-files.ts';
import { endOf } from './foreign-pdf.ts';

test.each(COSTLY_FILES)('the limits of the service hold for a file with %s', async (_, file, end) => {
  expect(await endOf(file(1))).toBe(end);
});
