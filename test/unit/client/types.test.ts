import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { CLIENT_TYPES, clientTypes } from '../../../scripts/client-types.ts';

it("the TypeScript client's types are those of the API as it is (npm run client writes them anew)", async () => {
  expect(readFileSync(CLIENT_TYPES, 'utf8')).toBe(await clientTypes());
}, 60_000);
