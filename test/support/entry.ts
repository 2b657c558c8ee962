import { newId } from '../../schema/ids.ts';
import { createQueue } from '../../worker/consume.ts';
import type { Env } from '../../worker/env.ts';
import type { LedgerCalls } from '../../worker/objects/ledger/calls.ts';
import { WorkspaceLedger as ProductLedger } from '../../worker/objects/ledger/ledger.ts';
import { createFetch } from '../../worker/serve.ts';
import { buildServices, type Services } from '../../worker/services.ts';
import type { ObjectStore } from '../../worker/adapters/r2/object-store.ts';
import { BatchDesk as ProductBatchDesk } from '../../worker/objects/batch/desk.ts';
import { WebhookDesk as ProductDesk } from '../../worker/objects/webhook/desk.ts';
import { moveClock, readClock } from './entry-clock.ts';
import { listKeys } from './list-keys.ts';

export { BrowserBroker } from '../../renderer/browser-run/broker.ts';
export { PrintContainer } from '../../renderer/container/print-container.ts';
export { RateLimiter } from '../../worker/objects/rate-limit/rate-limiter.ts';
export { RequestLog } from '../../worker/objects/request-log/request-log.ts';

/** The product's ledger with the tests' clock and a callable alarm. */
export class WorkspaceLedger extends ProductLedger {
  declare readonly admit: LedgerCalls['admit'];
  declare readonly commit: LedgerCalls['commit'];

  protected override now(): number {
    return readClock();
  }

  async ringAlarm(): Promise<void> {
    await this.alarm();
  }

  /** Records files like generations, without printing. */
  async bookFiles(count: number): Promise<void> {
    const now = this.now();
    for (let number = 0; number < count; number += 1) {
      const fileId = newId('file');
      const reservation = { fileId, environment: 'test', deadline: now + 60_000 } as const;
      await this.admit({ keyId: 'key_bench', plan: 'scale-enterprise', reservation });
      await this.commit(
        {
          fileId,
          keyId: 'key_bench',
          environment: 'test',
          filename: `invoice ${number}.pdf`,
          mediaType: 'application/pdf',
          sizeBytes: 30_000,
          thumbnail: null,
          eInvoice: null,
          processingTimeMs: 30,
          template: null,
          method: 'html',
          meta: null,
          linkToken: 'token',
          createdAt: now - number,
          expiresAt: now + 86_400_000,
          copies: [],
        },
        'scale-enterprise',
      );
    }
  }
}

/** The product's desk with the tests' clock and a callable alarm. */
export class WebhookDesk extends ProductDesk {
  protected override now(): number {
    return readClock();
  }

  async ringAlarm(): Promise<void> {
    await this.alarm();
  }
}

/** The product's desk of a batch with the tests' clock and a callable alarm. */
export class BatchDesk extends ProductBatchDesk {
  protected override now(): number {
    return readClock();
  }

  async ringAlarm(): Promise<void> {
    await this.alarm();
  }
}

/** After a file of this name is stored, the request waits forever, so that a test can kill the process. */
const STOPS_AFTER_PUT = 'stops-after-put.pdf';

const stoppingAfterPut = (store: ObjectStore): ObjectStore => ({
  get: (key, range) => store.get(key, range),
  head: (key) => store.head(key),
  delete: (keys) => store.delete(keys),
  putUnsized: (key, body, metadata) => store.putUnsized(key, body, metadata),
  put: async (key, body, sizeBytes, metadata) => {
    await store.put(key, body, sizeBytes, metadata);
    if (metadata.contentDisposition?.includes(STOPS_AFTER_PUT)) await new Promise(() => {});
  },
});

function testServices(env: Env): Services {
  const services = buildServices(env);
  return {
    ...services,
    fileStore: stoppingAfterPut(services.fileStore),
    now: readClock,
  };
}

const serve = createFetch(testServices);
const consume = createQueue(testServices);

function ledgerOf(env: Env, query: URLSearchParams): DurableObjectStub<WorkspaceLedger> {
  const ledgers = env.LEDGER as unknown as DurableObjectNamespace<WorkspaceLedger>;
  return ledgers.getByName(query.get('workspace') ?? '');
}

/** The service, with additional routes that give tests access to its storage. */
export default {
  async fetch(request: Request, env: Env, ctx: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === '/test/objects') {
      return Response.json(await listKeys(env.FILES));
    }
    if (pathname === '/test/alarm') {
      await ledgerOf(env, searchParams).ringAlarm();
      return Response.json({ rung: true });
    }
    if (pathname === '/test/webhook-alarm') {
      const desks = env.WEBHOOK_DESK as unknown as DurableObjectNamespace<WebhookDesk>;
      await desks.getByName(searchParams.get('webhook') ?? '').ringAlarm();
      return Response.json({ rung: true });
    }
    if (pathname === '/test/batch-alarm') {
      const desks = env.BATCH_DESK as unknown as DurableObjectNamespace<BatchDesk>;
      await desks.getByName(searchParams.get('batch') ?? '').ringAlarm();
      return Response.json({ rung: true });
    }
    if (pathname === '/test/clock') {
      moveClock(Number(searchParams.get('aheadMs')));
      return Response.json({ moved: true });
    }
    if (pathname === '/test/files') {
      await ledgerOf(env, searchParams).bookFiles(Number(searchParams.get('count')));
      return Response.json({ booked: true });
    }
    return serve(request, env, ctx);
  },

  /** Delivers each message twice, as a queue may do. */
  async queue(...delivery: Parameters<typeof consume>): Promise<void> {
    await Promise.all([consume(...delivery), consume(...delivery)]);
  },
};
