import { z } from 'zod';
import type { Receiver } from '../../test/support/receiver.ts';

const event = z.object({
  type: z.string(),
  data: z.object({
    jobId: z.string().optional(),
    batchId: z.string().optional(),
    fileIds: z.array(z.string()).optional(),
  }),
});

/** The events that a receiver has. An event may arrive more than once. */
export class Deliveries {
  readonly #receiver: Receiver;

  constructor(receiver: Receiver) {
    this.#receiver = receiver;
  }

  get count(): number {
    return this.#receiver.received.length;
  }

  /** Ids of jobs, batches and files, by the type of the event. */
  of(workspaceName: string): ReadonlyMap<string, ReadonlySet<string>> {
    const ids = new Map<string, Set<string>>();
    for (const { path, body } of this.#receiver.received) {
      if (!path.endsWith(`/${workspaceName}`)) continue;
      const { type, data } = event.parse(JSON.parse(body));
      const known = ids.get(type) ?? new Set();
      ids.set(type, known);
      const subjects = data.fileIds ?? [data.jobId ?? data.batchId ?? ''];
      for (const subject of subjects) known.add(subject);
    }
    return ids;
  }
}
