import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_TYPES, generateTypes } from '../../../scripts/api-types.ts';

test.each(API_TYPES)(
  'the checked-in types of $surface match its routes (to update: npm run api-types)',
  async ({ file, describe }) => {
    expect(readFileSync(file, 'utf8')).toBe(await generateTypes(await describe()));
  },
);
