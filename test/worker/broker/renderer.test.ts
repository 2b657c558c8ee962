import { expect, test } from 'vitest';
import { NoPageInTime, RendererUnavailable } from '@platen/print-engine';
import { BrokerHints } from '../../../renderer/browser-run/broker-hints.ts';
import type { BrokerAnswer } from '../../../renderer/browser-run/broker-protocol.ts';
import type { BrokerNamespace } from '../../../renderer/browser-run/broker-namespace.ts';
import { BrowserRunRenderer } from '../../../renderer/browser-run/browser-run-renderer.ts';
import { type Region, findRegion } from '../../../renderer/browser-run/region.ts';
import { jobOf } from '../../print/support/jobs.ts';
import { answerOf, PRINTED } from '../../support/brokers/printed.ts';
import { limitsOf } from '../support/limits.ts';

const ANSWER = answerOf(PRINTED);

/** Brokers that answer with `answer`, and the names and places of those that were called. */
function fakeBrokers(answer: (name: string) => Promise<BrokerAnswer>) {
  const called: string[] = [];
  const hinted: unknown[] = [];
  const namespace = {
    idFromName: (name: string) => name,
    get: (name: string, { locationHint }: { locationHint?: string }) => ({
      print: () => {
        called.push(name);
        hinted.push(locationHint);
        return answer(name);
      },
    }),
  };
  return { called, hinted, namespace: namespace as unknown as BrokerNamespace };
}

const rendererOf = (namespace: BrokerNamespace, region?: Region) =>
  new BrowserRunRenderer(namespace, {
    hints: new BrokerHints(() => Date.now()),
    ...(region === undefined ? {} : { region }),
  });

test.each([
  ['EU', 'weur'],
  ['NA', 'enam'],
  ['AS', 'apac'],
  ['OC', 'oc'],
  ['SA', 'sam'],
  ['AF', 'afr'],
])('a caller from %s is printed for by a broker in %s', async (continent, region) => {
  const { called, hinted, namespace } = fakeBrokers(() => Promise.resolve(ANSWER));
  await rendererOf(namespace, findRegion({ continent })).print(jobOf('x'), limitsOf());
  expect(called).toEqual([`${region}-0`]);
  expect(hinted).toEqual([region]);
});

test('a caller without a place is printed for by a broker without a place', async () => {
  const { called, hinted, namespace } = fakeBrokers(() => Promise.resolve(ANSWER));
  await rendererOf(namespace, findRegion(undefined)).print(jobOf('x'), limitsOf());
  expect(called).toEqual(['local-0']);
  expect(hinted).toEqual([undefined]);
});

test('sequential jobs use one broker', async () => {
  const { called, namespace } = fakeBrokers(() => Promise.resolve(ANSWER));
  const renderer = rendererOf(namespace);
  for (const workspaceId of ['a', 'b', 'c', 'd']) await renderer.print(jobOf('x'), limitsOf({ workspaceId }));
  expect(called).toEqual(Array(4).fill('local-0'));
});

test('a broker that does not answer is as one without a page, soon after the deadline', async () => {
  const { namespace } = fakeBrokers(() => new Promise(() => {}));
  const print = rendererOf(namespace).print(jobOf('x'), limitsOf({ deadline: Date.now() + 100 }));
  await expect(print).rejects.toThrow(NoPageInTime);
});

test('brokers that all fail make the renderer unavailable', async () => {
  const { called, namespace } = fakeBrokers(() => Promise.reject(new Error('the object was reset')));
  await expect(rendererOf(namespace).print(jobOf('x'), limitsOf())).rejects.toThrow(RendererUnavailable);
  expect(new Set(called).size).toBeGreaterThan(3);
});
