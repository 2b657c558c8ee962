import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { buffer } from 'node:stream/consumers';
import {
  type Consumer,
  describeBucket,
  describeConsumer,
  describeDatabase,
  describeQueue,
  describeService,
  describeUpload,
  describeWorker,
  newWorker,
  partOf,
  type Queue,
  type Version,
  type Worker,
} from './cloudflare-answers.ts';
import { type ReadRequest, type RequestShape, shapeOfRequest } from './request-shape.ts';

const ACCOUNT = 'acc0123456789abcdef0123456789abc';
const ROOT = `/client/v4/accounts/${ACCOUNT}`;

/** Its path is that below the account. */
type Call = ReadRequest;

class ApiRefusal extends Error {
  readonly status: number;
  readonly code: number;

  constructor(status: number, code: number, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const jsonIn = ({ body }: Call): unknown => JSON.parse(String(body));
const textIn = (call: Call, field: string): string => (jsonIn(call) as Record<string, string>)[field] ?? '';

/**
 * Stands in for Cloudflare's API, as far as Wrangler calls it in a deployment. It keeps what is created, and each
 * database runs its SQL in SQLite.
 *
 * It was written without an account. Routes, and the fields of bodies and answers, are those of the types of Cloudflare's own
 * client (`cloudflare` 7.3.0). These are not in it, and are as Wrangler's source has them: `workers/services`, names in place of the
 * ids of databases and Workers, the search for a queue by its name, the `script` of a consumer, the `containers` of a version, and
 * the codes and texts of errors.
 */
export class CloudflareAccount {
  readonly databases = new Map<string, { readonly uuid: string; readonly sql: DatabaseSync }>();
  readonly buckets = new Set<string>();
  readonly queues = new Map<string, Queue>();
  readonly workers = new Map<string, Worker>();
  /** The shapes of all calls so far. */
  readonly shapes: RequestShape[] = [];
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

  /** The environment that Wrangler needs to call this account. */
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
    this.shapes.push(await shapeOfRequest(call));
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
      return describeDatabase(name, created.uuid);
    }
    for (const [name, { uuid, sql }] of this.databases) {
      if (idOrName !== name && idOrName !== uuid) continue;
      if (!isQuery) return describeDatabase(name, uuid);
      const results = runSql(sql, textIn(call, 'sql'));
      return [{ success: true, meta: { duration: 0 }, results }];
    }
    throw new ApiRefusal(404, 7404, `The database ${idOrName} could not be found`);
  }

  #bucket(call: Call, name: string | undefined): unknown {
    if (name !== undefined) {
      if (this.buckets.has(name)) return describeBucket(name);
      throw new ApiRefusal(404, 10_006, 'The specified bucket does not exist.');
    }
    const wanted = textIn(call, 'name');
    if (this.buckets.has(wanted)) {
      throw new ApiRefusal(409, 10_004, 'The bucket you tried to create already exists, and you own it.');
    }
    this.buckets.add(wanted);
    return describeBucket(wanted);
  }

  #queue(call: Call, id: string | undefined): unknown {
    if (id !== undefined) return this.#consumer(call, id);
    if (call.method === 'POST') {
      const name = textIn(call, 'queue_name');
      if (this.queues.has(name)) throw new ApiRefusal(409, 11_009, `Queue name '${name}' is already taken.`);
      const queue = { id: crypto.randomUUID(), consumers: [] };
      this.queues.set(name, queue);
      return describeQueue(name, queue);
    }
    const wanted = call.query.get('name');
    return [...this.queues]
      .filter(([name]) => wanted === null || name === wanted)
      .map(([name, queue]) => describeQueue(name, queue));
  }

  /** A Worker is one consumer of a queue: the second deployment changes it. */
  #consumer(call: Call, queueId: string): unknown {
    const [, , part, consumerId] = call.path;
    const [name, queue] = [...this.queues].find(([, known]) => known.id === queueId) ?? [];
    if (!queue || name === undefined || part !== 'consumers') throw noRoute(call);
    const { script_name, settings } = jsonIn(call) as Pick<Consumer, 'script_name' | 'settings'>;
    if (call.method === 'POST' && queue.consumers.some((known) => known.script_name === script_name)) {
      throw new ApiRefusal(409, 11_004, `The queue ${name} has this consumer already.`);
    }
    const at = queue.consumers.findIndex((known) => known.consumer_id === consumerId);
    if (call.method === 'PUT' && at === -1) throw noRoute(call);
    const consumer = { consumer_id: consumerId ?? crypto.randomUUID(), script_name, settings };
    queue.consumers.splice(at === -1 ? queue.consumers.length : at, 1, consumer);
    return describeConsumer(name, consumer);
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
    if (kind === 'workers') return describeWorker(name, worker);
    if (kind === 'services') return describeService(worker);
    return changed(worker, call, part ?? '') ?? partOf(worker, part ?? '') ?? refuse(noRoute(call));
  }

  async #upload(name: string, { body, contentType }: Call): Promise<unknown> {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'Content-Type': contentType },
    }).formData();
    const version = JSON.parse(form.get('metadata') as string) as Version;
    const worker = this.workers.get(name) ?? newWorker();
    for (const { type, name: secret, text = '' } of version.bindings) {
      if (type === 'secret_text') worker.secrets.set(secret, text);
    }
    worker.versions.push(version);
    worker.migrationTag = version.migrations?.new_tag ?? worker.migrationTag;
    this.workers.set(name, worker);
    return describeUpload(name);
  }
}

/** Returns a field of a Worker after a call that may change it. */
function changed(worker: Worker, call: Call, part: string): unknown {
  if (call.method === 'POST' && part === 'subdomain') {
    const { enabled, previews_enabled = true } = jsonIn(call) as Partial<Worker['subdomain']>;
    worker.subdomain = { enabled: enabled === true, previews_enabled };
    return worker.subdomain;
  }
  if (call.method === 'PATCH' && part === 'script-settings') {
    const { tags } = jsonIn(call) as { tags: string[] };
    return { logpush: false, tags, tail_consumers: null };
  }
  return undefined;
}

function runSql(database: DatabaseSync, sql: string): unknown[] {
  if (/^\s*select/i.test(sql)) return database.prepare(sql).all();
  database.exec(sql);
  return [];
}

function refuse(refusal: ApiRefusal): never {
  throw refusal;
}

const noRoute = ({ method, path }: Call): ApiRefusal =>
  new ApiRefusal(404, 7003, `Could not route to ${method} ${path.join('/')}`);
