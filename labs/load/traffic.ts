import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBooks } from './client-books.ts';
import type { LoadClient } from './client.ts';
import { orderOf } from './orders.ts';
import type { Step } from './plan.ts';
import { type Population, senderOf } from './workspaces.ts';

const CLIENTS = 8;

export interface Traffic {
  readonly steps: Generator<Step, never>;
  readonly population: Population;
  readonly books: ClientBooks;
  readonly client: LoadClient;
}

const carryOutNext = ({ steps, population, books, client }: Traffic): Promise<boolean> => {
  const step = steps.next().value;
  return client.carryOut(orderOf(step, senderOf(population, step), books));
};

/** Requests a second that get their result, if each client sends its next request after the answer. */
export async function measureCapacity(traffic: Traffic, durationMs: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while (performance.now() - startedAt < durationMs) if (await carryOutNext(traffic)) done += 1;
    }),
  );
  return done / ((performance.now() - startedAt) / 1_000);
}

export interface Rates {
  /** Requests that arrived. */
  readonly perSecond: number;
  /** Requests that got their result while others arrived. */
  readonly resultsPerSecond: number;
}

/** Requests arrive at this rate, whether earlier ones were answered or not. Resolves when all were answered. */
export async function arrive(traffic: Traffic, perSecond: number, durationMs: number): Promise<Rates> {
  const startedAt = performance.now();
  const running = new Set<Promise<boolean>>();
  let sent = 0;
  let done = 0;
  const carryOut = async (): Promise<boolean> => {
    const isDone = await carryOutNext(traffic);
    if (isDone) done += 1;
    return isDone;
  };
  for (let elapsedMs = 0; elapsedMs < durationMs; elapsedMs = performance.now() - startedAt) {
    for (const due = (elapsedMs / 1_000) * perSecond; sent < due; sent += 1) {
      const request = carryOut();
      running.add(request);
      void request.finally(() => running.delete(request));
    }
    await delay(10);
  }
  const resultsPerSecond = done / (durationMs / 1_000);
  await Promise.all(running);
  return { perSecond, resultsPerSecond };
}
