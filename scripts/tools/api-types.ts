/** Writes the TypeScript types of `/v1` and `/console` from their OpenAPI documents. */
import { writeFileSync } from 'node:fs';
import { API_TYPES, generateTypes } from '../generate/api-types.ts';

for (const { file, describe } of API_TYPES) writeFileSync(file, await generateTypes(await describe()));
