import { afterEach, expect, test } from 'vitest';
import { type LocalContainer, serveRendererOnDemand } from '../../scripts/local/renderer-on-demand.ts';

let container: LocalContainer | null = null;
afterEach(() => container?.stop());

test('the container of `npm start` runs from the first request until it is idle, and again for the next', async () => {
  container = await serveRendererOnDemand(500);
  const { url } = container;
  expect(container.pid).toBeNull();
  for (let round = 0; round < 2; round += 1) {
    const [health, other] = await Promise.all([fetch(`${url}/health`), fetch(`${url}/generate`)]);
    expect([health.status, other.status]).toEqual([200, 401]);
    await Promise.all([health.text(), other.text()]);
    expect(container.pid).not.toBeNull();
    await expect.poll(() => container?.pid).toBeNull();
  }
});
