/** A version of the Worker, as Wrangler describes it. */
export interface Version {
  readonly bindings: readonly {
    readonly type: string;
    readonly name: string;
    readonly text?: string;
    readonly id?: string;
  }[];
  readonly containers?: unknown;
  readonly observability?: unknown;
  readonly migrations?: { readonly new_tag: string };
}

export interface Worker {
  readonly id: string;
  readonly secrets: Map<string, string>;
  readonly versions: Version[];
  /** The tag of the last migration of Durable Objects. */
  migrationTag: string | undefined;
  subdomain: { readonly enabled: boolean; readonly previews_enabled: boolean };
}

export interface Consumer {
  readonly consumer_id: string;
  readonly script_name: string;
  readonly settings: unknown;
}

export interface Queue {
  readonly id: string;
  readonly consumers: Consumer[];
}

/** Everything in the account was created at this time. */
const CREATED = '2026-11-23T06:00:00.000000Z';

export const newWorker = (): Worker => ({
  id: crypto.randomUUID(),
  secrets: new Map(),
  versions: [],
  migrationTag: undefined,
  subdomain: { enabled: false, previews_enabled: false },
});

export const describeBucket = (name: string) => ({ name, creation_date: CREATED, storage_class: 'Standard' });

export const describeConsumer = (queue: string, consumer: Consumer) => ({
  ...consumer,
  type: 'worker',
  script: consumer.script_name,
  queue_name: queue,
  created_on: CREATED,
});

export const describeQueue = (name: string, { id, consumers }: Queue) => ({
  queue_id: id,
  queue_name: name,
  created_on: CREATED,
  modified_on: CREATED,
  consumers: consumers.map((consumer) => describeConsumer(name, consumer)),
  consumers_total_count: consumers.length,
  producers: [],
  producers_total_count: 0,
});

export const describeWorker = (name: string, { id, subdomain }: Worker) => ({
  id,
  name,
  subdomain,
  created_on: CREATED,
  updated_on: CREATED,
  logpush: false,
  observability: { enabled: true },
  references: {
    dispatch_namespace_outbounds: [],
    domains: [],
    durable_objects: [],
    queues: [],
    workers: [],
  },
  tags: [],
  tail_consumers: [],
});

export const describeDatabase = (name: string, uuid: string) => ({
  uuid,
  name,
  created_at: CREATED,
  version: 'production',
});

export const describeUpload = (name: string) => ({
  id: name,
  etag: 'an-etag',
  created_on: CREATED,
  modified_on: CREATED,
  handlers: ['fetch', 'queue'],
  has_assets: true,
  startup_time_ms: 5,
});

export const describeService = ({ id, migrationTag }: Worker) => ({
  default_environment: {
    environment: 'production',
    script: { last_deployed_from: 'wrangler', tag: id, migration_tag: migrationTag },
  },
});

/** Nobody can read a secret. `inherit` is the binding of the version before. */
const boundNow = (before: Version['bindings'], { bindings }: Version): Version['bindings'] =>
  bindings.map((binding) => {
    const { type, name } = binding;
    if (type === 'inherit') return before.find((known) => known.name === name) ?? binding;
    if (type === 'secret_text') return { type, name };
    return type === 'd1' ? { ...binding, database_id: binding.id } : binding;
  });

/** Returns a field of a Worker that Cloudflare's API can read. */
export function partOf({ secrets, versions }: Worker, part: string): unknown {
  const latest = versions.at(-1);
  const parts: Readonly<Record<string, unknown>> = {
    secrets: [...secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
    settings: { bindings: versions.reduce(boundNow, []), tags: [] },
    deployments: {
      deployments: [
        {
          id: 'd1',
          created_on: CREATED,
          source: 'wrangler',
          strategy: 'percentage',
          versions: [{ version_id: 'v1', percentage: 100 }],
        },
      ],
    },
    versions: {
      id: 'v1',
      number: versions.length,
      metadata: { created_on: CREATED, modified_on: CREATED, source: 'wrangler' },
      resources: { script_runtime: { containers: latest?.containers } },
    },
  };
  return parts[part];
}
