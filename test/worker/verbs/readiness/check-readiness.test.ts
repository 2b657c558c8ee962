import { env } from 'cloudflare:test';
import { RendererUnavailable } from '@platen/print-engine';
import { expect, test, vi } from 'vitest';
import { buildServices, type Services } from '../../../../worker/services.ts';
import { checkReadiness } from '../../../../worker/verbs/readiness/check-readiness.ts';
import { call, migrate } from '../../support/service.ts';

const SECOND_MS = 1_000;
let time = Date.now();

function readinessWith(start: () => Promise<void>, changes: Partial<Services> = {}) {
  // An answer serves the requests of the next two seconds.
  time += 3 * SECOND_MS;
  const renderer = { print: () => Promise.reject(new Error('not asked')), start };
  const services = { ...buildServices(env), renderer, now: () => time, ...changes };
  return checkReadiness({ services });
}

const starts = () => Promise.resolve();

// It comes first: a browser that has started is believed for ten minutes.
test('GET /readyz answers 503 while a part does not answer', async () => {
  const response = await call(
    '/readyz',
    {},
    {
      ...env,
      RENDERER: 'container',
      RENDERER_URL: 'http://127.0.0.1:9',
      RENDERER_TOKEN: 'a-token-of-the-renderer',
    },
  );
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ status: 'not ready', browser: 'unavailable' });
});

test('a database without tables, a storage that fails and a browser that does not start are named', async () => {
  const fails = () => Promise.reject(new RendererUnavailable('no browser could be started'));
  const { fileStore } = buildServices(env);
  const broken = Object.assign(Object.create(fileStore) as typeof fileStore, {
    head: () => Promise.reject(new Error('no answer')),
  });
  expect(await readinessWith(fails)).toEqual({ database: false, storage: true, browser: false });
  await migrate();
  expect(await readinessWith(fails, { fileStore: broken })).toEqual({
    database: true,
    storage: false,
    browser: false,
  });
  expect(await readinessWith(starts)).toEqual({ database: true, storage: true, browser: true });
});

test('a browser that has started is believed for ten minutes', async () => {
  const start = vi.fn<() => Promise<void>>(starts);
  time += 601 * SECOND_MS;
  await readinessWith(start);
  await readinessWith(start);
  expect(start).toHaveBeenCalledTimes(1);
  time += 601 * SECOND_MS;
  await readinessWith(start);
  expect(start).toHaveBeenCalledTimes(2);
});
