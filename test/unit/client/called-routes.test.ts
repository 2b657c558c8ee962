import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { API_TYPES } from '../../../scripts/generate/api-types.ts';
import { inProject } from '../../../scripts/project.ts';

/** They answer with lines of text, which other programs collect. */
const WITHOUT_METHOD = new Set(['/v1/audit', '/v1/metrics']);

test('the client calls each route of the API', async () => {
  const [{ describe }] = API_TYPES;
  const routes = Object.keys((await describe()).paths);
  const directory = inProject('packages/client/src');
  const sources = readdirSync(directory)
    .filter((name) => name !== 'api.ts')
    .map((name) => readFileSync(`${directory}/${name}`, 'utf8'))
    .join('');
  expect(new Set(routes.filter((route) => !sources.includes(`'${route}'`)))).toEqual(WITHOUT_METHOD);
});
