import { expect, test } from 'vitest';
import {
  type BrokerNamespace,
  BrowserRunRenderer,
} from '../../../renderer/browser-run/browser-run-renderer.ts';
import type { PrintOutcome } from '../../../renderer/outcome.ts';
import { PrintTimeout, RendererUnavailable } from '../../../renderer/renderer.ts';
import { jobOf } from '../../print/support/jobs.ts';
import { limitsOf } from '../support/limits.ts';

const PRINTED: PrintOutcome = {
  kind: 'printed',
  body: new Uint8Array(),
  sizeBytes: 0,
  report: { pageCount: 1, failedResources: [], consoleErrors: [], missingGlyphs: [], phases: {} },
};

/** Brokers that answer as they are told, and the jobs that each was asked to print. */
function brokersThat(answer: (name: string) => Promise<PrintOutcome>) {
  const asked: string[] = [];
  const namespace = {
    idFromName: (name: string) => name,
    get: (name: string) => ({
      print: () => {
        asked.push(name);
        return answer(name);
      },
    }),
  };
  return { asked, namespace: namespace as unknown as BrokerNamespace };
}

const inUse = (asked: readonly string[]) => new Set(asked).size;

test('jobs one after the other go to one broker', async () => {
  const { asked, namespace } = brokersThat(() => Promise.resolve(PRINTED));
  const renderer = new BrowserRunRenderer(namespace);
  for (const workspaceId of ['a', 'b', 'c', 'd']) await renderer.print(jobOf('x'), limitsOf({ workspaceId }));
  expect(asked).toEqual(Array(4).fill('broker-0'));
});

test('the number of brokers follows the load, up to the limit', async () => {
  for (const [jobs, max, brokers] of [
    [8, 90, 1],
    [40, 90, 5],
    [40, 2, 2],
  ] as const) {
    const gate = Promise.withResolvers<PrintOutcome>();
    const { asked, namespace } = brokersThat(() => gate.promise);
    const renderer = new BrowserRunRenderer(namespace, max);
    const prints = Array.from({ length: jobs }, () => renderer.print(jobOf('x'), limitsOf()));
    expect(inUse(asked)).toBe(brokers);
    gate.resolve(PRINTED);
    await Promise.all(prints);
  }
});

test('a broker that is loaded by others passes the job on; the last one keeps it', async () => {
  const gate = Promise.withResolvers<PrintOutcome>();
  const { asked, namespace } = brokersThat((name) =>
    name === 'broker-0' && asked.length < 10
      ? gate.promise
      : Promise.resolve({ kind: 'busy', message: 'full' }),
  );
  const renderer = new BrowserRunRenderer(namespace);
  const filling = Array.from({ length: 8 }, () => renderer.print(jobOf('x'), limitsOf()));
  await expect(renderer.print(jobOf('x'), limitsOf())).rejects.toThrow(RendererUnavailable);
  gate.resolve(PRINTED);
  await Promise.all(filling);
});

test('a broker that does not answer is a timeout soon after the deadline', async () => {
  const { namespace } = brokersThat(() => new Promise(() => {}));
  const renderer = new BrowserRunRenderer(namespace);
  const print = renderer.print(jobOf('x'), limitsOf({ deadline: Date.now() - 900 }));
  await expect(print).rejects.toThrow(PrintTimeout);
});

test('a broker that breaks down leaves the job to another renderer', async () => {
  const { namespace } = brokersThat(() => Promise.reject(new Error('the object was reset')));
  await expect(new BrowserRunRenderer(namespace).print(jobOf('x'), limitsOf())).rejects.toThrow(
    RendererUnavailable,
  );
});
