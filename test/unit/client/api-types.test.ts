import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_TYPES, headOf } from '../../../scripts/generate/api-types.ts';

test.each(API_TYPES)(
  'the checked-in types of $surface match its routes (to update: npm run tool -- api-types)',
  async ({ file, describe }) => {
    const head = headOf(await describe());
    expect(readFileSync(file, 'utf8').slice(0, head.length)).toBe(head);
  },
);
