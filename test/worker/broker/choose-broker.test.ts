import { expect, test } from 'vitest';
import { PrintTimeout, RendererUnavailable } from '@platen/print-engine';
import {
  type BrokerNamespace,
  BrowserRunRenderer,
} from '../../../renderer/browser-run/browser-run-renderer.ts';
import type { PrintOutcome } from '../../../renderer/outcome.ts';
import { jobOf } from '../../print/support/jobs.ts';
import { limitsOf } from '../support/limits.ts';

const PRINTED: PrintOutcome = {
  kind: 'printed',
  body: new Uint8Array(),
  sizeBytes: 0,
  report: {
    pageCount: 1,
    failedResources: [],
    consoleErrors: [],
    missingGlyphs: [],
    warnings: [],
    phases: {},
  },
};

/** Brokers that answer with `answer`, and the names of those that were called. */
function fakeBrokers(answer: (name: string) => Promise<PrintOutcome>) {
  const called: string[] = [];
  const namespace = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      print: () => {
        called.push(name);
        return answer(name);
      },
    }),
  };
  return { called, namespace: namespace as unknown as BrokerNamespace };
}

const countDistinct = (names: readonly string[]) => new Set(names).size;

test('sequential jobs use one broker', async () => {
  const { called, namespace } = fakeBrokers(() => Promise.resolve(PRINTED));
  const renderer = new BrowserRunRenderer(namespace);
  for (const workspaceId of ['a', 'b', 'c', 'd']) await renderer.print(jobOf('x'), limitsOf({ workspaceId }));
  expect(called).toEqual(Array(4).fill('broker-0'));
});

test('the number of brokers follows the load, up to the limit', async () => {
  for (const [jobs, max, brokers] of [
    [8, 90, 1],
    [40, 90, 5],
    [40, 2, 2],
  ] as const) {
    const gate = Promise.withResolvers<PrintOutcome>();
    const { called, namespace } = fakeBrokers(() => gate.promise);
    const renderer = new BrowserRunRenderer(namespace, max);
    const prints = Array.from({ length: jobs }, () => renderer.print(jobOf('x'), limitsOf()));
    expect(countDistinct(called)).toBe(brokers);
    gate.resolve(PRINTED);
    await Promise.all(prints);
  }
});

test('a job goes past a busy broker to the next one', async () => {
  const gate = Promise.withResolvers<PrintOutcome>();
  const { called, namespace } = fakeBrokers((name) =>
    name === 'broker-0' && called.length < 10
      ? gate.promise
      : Promise.resolve({ kind: 'busy', message: 'full' }),
  );
  const renderer = new BrowserRunRenderer(namespace);
  const filling = Array.from({ length: 8 }, () => renderer.print(jobOf('x'), limitsOf()));
  await expect(renderer.print(jobOf('x'), limitsOf())).rejects.toThrow(RendererUnavailable);
  gate.resolve(PRINTED);
  await Promise.all(filling);
});

test('a broker that does not answer causes a timeout soon after the deadline', async () => {
  const { namespace } = fakeBrokers(() => new Promise(() => {}));
  const renderer = new BrowserRunRenderer(namespace);
  const print = renderer.print(jobOf('x'), limitsOf({ deadline: Date.now() - 900 }));
  await expect(print).rejects.toThrow(PrintTimeout);
});

test('a broker that fails makes the renderer unavailable', async () => {
  const { namespace } = fakeBrokers(() => Promise.reject(new Error('the object was reset')));
  await expect(new BrowserRunRenderer(namespace).print(jobOf('x'), limitsOf())).rejects.toThrow(
    RendererUnavailable,
  );
});
