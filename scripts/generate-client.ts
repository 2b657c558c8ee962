/** `npm run client`: writes the TypeScript client's types from the description of the API. */
import { writeFileSync } from 'node:fs';
import { CLIENT_TYPES, clientTypes } from './client-types.ts';

writeFileSync(CLIENT_TYPES, await clientTypes());
