import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';

const ACCOUNT = 'acc0123456789abcdef0123456789abc';
const ROOT = `/client/v4/accounts/${ACCOUNT}`;

interface Call {
  readonly method: string;
  /** The parts of the path below the account. */
  readonly path: readonly string[];
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly contentType: string;
}

/** What Wrangler says of a version of the Worker. */
export interface Version {
  readonly bindings: readonly { readonly type: string; readonly name: string; readonly text?: string }[];
  readonly containers?: unknown;
}

interface Worker {
  readonly secrets: Map<string, string>;
  readonly versions: Version[];
}

interface Queue {
  readonly id: string;
  consumers: unknown[];
}

class ApiRefusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const textIn = ({ body }: Call, field: string): string =>
  (JSON.parse(String(body)) as Record<string, string>)[field] ?? '';

/**
 * Stands in for Cloudflare's API, as far as Wrangler calls it in a deployment. It keeps what is created, and each
 * database runs its SQL in SQLite. Routes, answers and codes of errors are those that Wrangler's source expects.
 */
export class CloudflareAccount {
  readonly databases = new Map<string, { readonly uuid: string; readonly sql: DatabaseSync }>();
  readonly buckets = new Set<string>();
  readonly queues = new Map<string, Queue>();
  readonly workers = new Map<string, Worker>();
  /** While this is set, every call is refused. */
  isLocked = false;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request, response) => void this.#answer(request, response));
  }

  static async open(): Promise<CloudflareAccount> {
    const server = createServer();
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return new CloudflareAccount(server);
  }

  /** What Wrangler needs to call this account. */
  get environment(): Record<string, string> {
    const { port } = this.#server.address() as AddressInfo;
    return {
      CLOUDFLARE_API_BASE_URL: `http://127.0.0.1:${port}/client/v4`,
      CLOUDFLARE_API_TOKEN: 'a-token-of-the-tests',
      CLOUDFLARE_ACCOUNT_ID: ACCOUNT,
    };
  }

  async close(): Promise<void> {
    for (const { sql } of this.databases.values()) sql.close();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1');
    const call = {
      method: request.method ?? 'GET',
      path: address.pathname.replace(`${ROOT}/`, '').split('/'),
      query: address.searchParams,
      body: await buffer(request),
      contentType: request.headers['content-type'] ?? '',
    };
    const send = (status: number, body: object) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    try {
      send(200, { success: true, errors: [], messages: [], result: await this.#handle(call) });
    } catch (error) {
      const { status, code, message } =
        error instanceof ApiRefusal ? error : new ApiRefusal(500, 10_000, String(error));
      send(status, { success: false, errors: [{ code, message }], messages: [], result: null });
    }
  }

  async #handle(call: Call): Promise<unknown> {
    if (this.isLocked) throw new ApiRefusal(403, 10_000, 'Authentication error');
    const [kind, second, third, fourth] = call.path;
    if (kind === 'd1' && second === 'database') return this.#database(call, third, fourth === 'query');
    if (kind === 'r2' && second === 'buckets') return this.#bucket(call, third);
    if (kind === 'queues') return this.#queue(call, second);
    if (kind === 'workers') return this.#worker(call);
    throw noRoute(call);
  }

  #database(call: Call, idOrName: string | undefined, isQuery: boolean): unknown {
    if (idOrName === undefined) {
      const name = textIn(call, 'name');
      if (this.databases.has(name)) {
        throw new ApiRefusal(400, 7502, 'A database with that name already exists');
      }
      const created = { uuid: crypto.randomUUID(), sql: new DatabaseSync(':memory:') };
      this.databases.set(name, created);
      return { uuid: created.uuid, name };
    }
    for (const [name, { uuid, sql }] of this.databases) {
      if (idOrName !== name && idOrName !== uuid) continue;
      if (!isQuery) return { uuid, name };
      const results = runSql(sql, textIn(call, 'sql'));
      return [{ success: true, meta: { duration: 0 }, results }];
    }
    throw new ApiRefusal(404, 7404, `The database ${idOrName} could not be found`);
  }

  #bucket(call: Call, name: string | undefined): unknown {
    if (name !== undefined) {
      if (this.buckets.has(name)) return { name };
      throw new ApiRefusal(404, 10_006, 'The specified bucket does not exist.');
    }
    const wanted = textIn(call, 'name');
    if (this.buckets.has(wanted)) {
      throw new ApiRefusal(409, 10_004, 'The bucket you tried to create already exists, and you own it.');
    }
    this.buckets.add(wanted);
    return { name: wanted };
  }

  #queue(call: Call, id: string | undefined): unknown {
    if (id !== undefined) {
      const queue = [...this.queues.values()].find((known) => known.id === id);
      if (!queue) throw noRoute(call);
      queue.consumers = [JSON.parse(String(call.body))];
      return queue.consumers;
    }
    if (call.method === 'POST') {
      const name = textIn(call, 'queue_name');
      if (this.queues.has(name)) throw new ApiRefusal(409, 11_009, `Queue name '${name}' is already taken.`);
      this.queues.set(name, { id: crypto.randomUUID(), consumers: [] });
      return { queue_name: name };
    }
    const wanted = call.query.get('name');
    return [...this.queues]
      .filter(([name]) => wanted === null || name === wanted)
      .map(([name, queue]) => ({ ...queue, queue_name: name, queue_id: queue.id, producers: [] }));
  }

  async #worker(call: Call): Promise<unknown> {
    const [, kind, name = '', part] = call.path;
    if (kind === 'subdomain') return { subdomain: 'example' };
    // The upload of assets begins before the Worker exists. All files are known already.
    if (part === 'assets-upload-session') return { jwt: 'a-token', buckets: [] };
    if (call.method === 'PUT' && part === undefined) return this.#upload(name, call);
    const worker = this.workers.get(name);
    const notFound = kind === 'services' ? 10_090 : 10_007;
    if (!worker) throw new ApiRefusal(404, notFound, 'This Worker does not exist on your account.');
    if (part === 'secrets-bulk') return changeSecrets(worker, call);
    const isPublic = { enabled: true, previews_enabled: true };
    if (kind === 'workers') return { id: name, name, subdomain: isPublic };
    if (kind === 'services') {
      const script = { last_deployed_from: 'wrangler' };
      return { default_environment: { environment: 'production', script } };
    }
    return partOf(worker, part ?? '') ?? { enabled: true };
  }

  async #upload(name: string, { body, contentType }: Call): Promise<unknown> {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': contentType },
    }).formData();
    const version = JSON.parse(form.get('metadata') as string) as Version;
    const worker = this.workers.get(name) ?? { secrets: new Map<string, string>(), versions: [] };
    for (const { type, name: secret, text = '' } of version.bindings) {
      if (type === 'secret_text') worker.secrets.set(secret, text);
    }
    worker.versions.push(version);
    this.workers.set(name, worker);
    return { id: name, startup_time_ms: 5 };
  }
}

/** A JSON merge patch: null deletes. */
function changeSecrets({ secrets }: Worker, { body }: Call): unknown {
  const patch = JSON.parse(String(body)) as { secrets: Record<string, { text: string } | null> };
  for (const [name, value] of Object.entries(patch.secrets)) {
    if (value === null) secrets.delete(name);
    else secrets.set(name, value.text);
  }
  return {};
}

function partOf({ secrets, versions }: Worker, part: string): unknown {
  const latest = versions.at(-1);
  const parts: Readonly<Record<string, unknown>> = {
    secrets: [...secrets.keys()].map((name) => ({ name, type: 'secret_text' })),
    settings: { bindings: latest?.bindings, tags: [] },
    deployments: {
      deployments: [{ id: 'd1', source: 'wrangler', versions: [{ version_id: 'v1', percentage: 100 }] }],
    },
    versions: { id: 'v1', resources: { script_runtime: { containers: latest?.containers } } },
  };
  return parts[part];
}

function runSql(database: DatabaseSync, sql: string): unknown[] {
  if (/^\s*select/i.test(sql)) return database.prepare(sql).all();
  database.exec(sql);
  return [];
}

const noRoute = ({ method, path }: Call): ApiRefusal =>
  new ApiRefusal(404, 7003, `Could not route to ${method} ${path.join('/')}`);
