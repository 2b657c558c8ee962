import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { limits, sessions } from '@cloudflare/puppeteer';
import { expect, test, vi } from 'vitest';
import { BrowserBroker } from '../../../renderer/browser-run/broker.ts';
import type { BrokerNamespace } from '../../../renderer/browser-run/broker-namespace.ts';
import { readLimits } from '../../../renderer/browser-run/session.ts';

// The broker asks the binding without a library (docs/dependencies.md). Here, Cloudflare's own library looks at the same sessions.

const brokers = env.BROWSER_BROKER as BrokerNamespace;
const binding = env.BROWSER as BrowserRun;

const sessionIds = async (): Promise<string[]> => (await sessions(binding)).map(({ sessionId }) => sessionId);

test('puppeteer lists the session that a broker has opened, as connected, until the broker ends it', async () => {
  const earlier = await sessionIds();
  await runInDurableObject(brokers.get(brokers.idFromName('looked at')), async (_instance, state) => {
    const broker = new BrowserBroker(state, { ...env, BROWSER: binding, BROWSER_BROKER: brokers });
    await broker.warm();
    const opened = (await sessions(binding)).filter(({ sessionId }) => !earlier.includes(sessionId));
    expect(opened).toEqual([
      expect.objectContaining({ sessionId: expect.any(String), connectionId: expect.any(String) }),
    ]);

    vi.setSystemTime(Date.now() + 6 * 60_000);
    await state.storage.deleteAlarm();
    await broker.alarm();
    vi.useRealTimers();
    expect(await sessionIds()).not.toContain(opened[0]?.sessionId);
  });
});

test('puppeteer reads the limits that a broker obeys', async () => {
  const { maxConcurrentSessions, allowedBrowserAcquisitions, timeUntilNextAllowedBrowserAcquisition } =
    await limits(binding);
  expect(await readLimits(binding)).toMatchObject({
    maxConcurrentSessions,
    allowedBrowserAcquisitions,
    timeUntilNextAllowedBrowserAcquisition,
  });
});
