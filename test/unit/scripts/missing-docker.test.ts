import { afterEach, expect, test, vi } from 'vitest';
import { explainMissingDocker } from '../../../scripts/installation/missing-docker.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const WRANGLER = 'node /platen/node_modules/.bin/wrangler deploy';

test.each([
  ['the local service', WRANGLER],
  ['production', `${WRANGLER} --dry-run --env production`],
  ['production', `${WRANGLER} -e production`],
])(
  'without Docker, a deployment of %s with the container names the option that leaves it out',
  (_, command) => {
    vi.stubEnv('WRANGLER_DOCKER_BIN', '/no/such/docker');
    expect(explainMissingDocker(['npm run build', 'sh -c', command])).toContain('--containers-rollout=none');
  },
);

test.each([
  ['that leaves out the container', `${WRANGLER} --env production --containers-rollout=none`],
  ['that leaves out the container, with a space', `${WRANGLER} --containers-rollout none`],
  ['of an environment without a container', `${WRANGLER} --env mine`],
])('a deployment %s needs no Docker', (_, command) => {
  vi.stubEnv('WRANGLER_DOCKER_BIN', '/no/such/docker');
  expect(explainMissingDocker(['npm run build', 'sh -c', command])).toBeNull();
});

test('with Docker there is nothing to explain', () => {
  vi.stubEnv('WRANGLER_DOCKER_BIN', 'true');
  expect(explainMissingDocker([WRANGLER])).toBeNull();
});
