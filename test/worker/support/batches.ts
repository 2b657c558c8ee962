import { env, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { expect, vi } from 'vitest';
import { newId } from '../../../schema/ids.ts';
import type {
  BatchBell,
  BatchOrder,
  RowEnd,
  RowStart,
  TakenRow,
} from '../../../worker/objects/batch/protocol.ts';
import type { Ledger } from '../../../worker/objects/ledger/client.ts';
import type { Settlement } from '../../../worker/objects/ledger/protocol.ts';
import { batchRowsKey } from '../../../worker/adapters/r2/keys.ts';
import { fileRecord } from './file-record.ts';
import { MINUTE_MS } from './ledger.ts';

/** The workspace is on this plan: two rows run at the same time, and an attempt has 15 seconds. */
export const PLAN = 'free';

/** A batch in its desk and its ledger, without the Worker that accepts and prints. */
export class TestBatch {
  readonly batchId = newId('batch');
  readonly bells: BatchBell[] = [];
  readonly #workspaceId: string;
  readonly #ledger: Ledger;

  constructor(workspaceId: string, ledger: Ledger) {
    this.#workspaceId = workspaceId;
    this.#ledger = ledger;
  }

  get desk() {
    return env.BATCH_DESK.getByName(this.batchId);
  }

  async open(more: Partial<BatchOrder> = {}): Promise<void> {
    const { batchId } = this;
    const createdAt = Date.now();
    const order: BatchOrder = {
      batchId,
      workspaceId: this.#workspaceId,
      requestId: 'req_a',
      keyId: 'key_a',
      environment: 'live',
      plan: PLAN,
      template: 'tpl_a@1',
      output: 'files',
      onRowError: 'continue',
      options: {},
      region: 'weur',
      createdAt,
      ...more,
    };
    const { keyId, environment } = order;
    const deadline = createdAt + MINUTE_MS;
    const opening = {
      batchId,
      keyId,
      environment,
      plan: PLAN,
      createdAt,
      deadline,
      idempotencyKey: null,
    } as const;
    expect(await this.#ledger.openBatch(opening)).toEqual({ outcome: 'opened' });
    await this.observeBells();
    await this.desk.open(order);
  }

  /** Instead of the queue. Call it again after an eviction. */
  observeBells(): Promise<void> {
    return runInDurableObject(this.desk, (instance) => {
      const sendBatch = async (messages: { body: BatchBell }[]) => {
        this.bells.push(...messages.map(({ body }) => body));
      };
      Object.assign(instance, { env: { ...env, BATCHES: { sendBatch } } });
    });
  }

  async add(count: number): Promise<void> {
    await env.FILES.put(batchRowsKey(this.batchId, 0), '{}');
    for (let from = 0; from < count; from += 500) {
      const rows = Array.from({ length: Math.min(500, count - from) }, (_, at) => ({
        index: from + at,
        externalId: `row ${from + at}`,
        place: { chunk: 0, offset: 0, length: 2 },
        error: null,
      }));
      expect(await this.desk.add(rows)).toEqual([]);
    }
  }

  async accept(count: number, more: Partial<BatchOrder> = {}): Promise<void> {
    await this.open(more);
    await this.add(count);
    const accepted = await this.#ledger.acceptBatch(await this.desk.accepted(), null);
    expect(accepted).toEqual({ outcome: 'accepted' });
    await this.desk.begin();
  }

  find() {
    return this.desk.find(this.#workspaceId, 0);
  }

  async counts() {
    return (await this.find())?.rows;
  }

  /** The consumer of the next message. */
  consumer(): TestConsumer {
    const laneId = this.bells.shift()?.laneId;
    if (typeof laneId !== 'string') throw new Error('No consumer was rung');
    return new TestConsumer(this, laneId);
  }

  startRow({ index, fileId, attempt }: TakenRow): Promise<RowStart> {
    return this.#ledger.startRow({ batchId: this.batchId, index, fileId, attempt });
  }

  /** Records the file, like a print that succeeded. */
  commit({ fileId }: TakenRow): Promise<Settlement> {
    return this.#ledger.commit(fileRecord({ fileId }), PLAN);
  }

  /** The clock moves, and the alarm of the desk runs. */
  async later(afterMs: number): Promise<void> {
    vi.setSystemTime(Date.now() + afterMs);
    await runDurableObjectAlarm(this.desk);
  }
}

/** A consumer that has got a message. */
export class TestConsumer {
  readonly #batch: TestBatch;
  readonly laneId: string;
  readonly #runnerId = newId('consumer');

  constructor(batch: TestBatch, laneId: string) {
    this.#batch = batch;
    this.laneId = laneId;
  }

  turn(end: RowEnd | null = null, takesRow = true): Promise<TakenRow | null> {
    const fileId = takesRow ? newId('file') : null;
    return this.#batch.desk.turn({
      laneId: this.laneId,
      runnerId: this.#runnerId,
      fileId,
      plan: null,
      end,
    });
  }

  async renew({ index, fileId }: TakenRow): Promise<void> {
    await this.#batch.desk.renewRow({ laneId: this.laneId, runnerId: this.#runnerId, index, fileId });
  }
}

export const made = ({ index, fileId }: TakenRow): RowEnd => ({
  index,
  fileId,
  outcome: 'made',
  file: { fileId, expiresAt: fileRecord().expiresAt },
});
