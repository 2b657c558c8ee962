import type { Env } from '../../worker/env.ts';

/** The ways in which a binding treats a call. `answers-half`: it carries it out, and the answer is lost or ends half-way. */
const MODES = ['fails', 'hangs', 'answers-half'] as const;
type Mode = (typeof MODES)[number];

const NAMES = ['FILES', 'TEMPLATES', 'DB', 'COPIES', 'JOBS', 'BATCHES'] as const;
type Name = (typeof NAMES)[number];

/** Longer than any limit of the service. */
const HANGS_MS = 600_000;

interface Fault {
  readonly mode: Mode;
  /** The part of the calls that meet it. */
  readonly share: number;
}

const faults = new Map<Name, Fault>();

/** @param query `binding`, `mode` and `share`; without a mode, the binding works again */
export function setFault(query: URLSearchParams): void {
  const name = NAMES.find((known) => known === query.get('binding'));
  const mode = MODES.find((known) => known === query.get('mode'));
  if (name === undefined) return faults.clear();
  if (mode === undefined) faults.delete(name);
  else faults.set(name, { mode, share: Number(query.get('share') ?? 1) });
}

const away = (name: Name): Error => new Error(`${name} is away`);

/** Carries out one call of a binding, or does not. */
async function meet<Result>(name: Name, call: () => Promise<Result>, halve: (result: Result) => Result) {
  const fault = faults.get(name);
  if (fault === undefined || Math.random() >= fault.share) return call();
  if (fault.mode === 'fails') throw away(name);
  if (fault.mode === 'answers-half') return halve(await call());
  await scheduler.wait(HANGS_MS);
  throw away(name);
}

type AnyCall = (...args: unknown[]) => Promise<unknown>;

/** With these methods replaced. The others are bound to the binding, which is native. */
function withMethods<Target extends object>(
  target: Target,
  replaced: Readonly<Record<string, (call: AnyCall) => (...args: unknown[]) => unknown>>,
): Target {
  return new Proxy(target, {
    get(of, property) {
      const value: unknown = Reflect.get(of, property, of);
      if (typeof value !== 'function') return value;
      const call = value.bind(of) as AnyCall;
      const replacement = typeof property === 'string' ? replaced[property] : undefined;
      return replacement === undefined ? call : replacement(call);
    },
  });
}

/** Sends the first half of a body, then fails. */
function halfOf(body: ReadableStream<Uint8Array>, sizeBytes: number): ReadableStream<Uint8Array> {
  let left = Math.floor(sizeBytes / 2);
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const part = chunk.subarray(0, left);
        left -= part.byteLength;
        if (part.byteLength > 0) controller.enqueue(part);
        if (left === 0) controller.error(new Error('The body ended half-way'));
      },
    }),
  );
}

function halfObject(result: unknown): unknown {
  if (result === null) return null;
  const object = result as R2ObjectBody;
  const body = halfOf(object.body, object.size);
  return new Proxy(object, {
    get: (of, property) => (property === 'body' ? body : Reflect.get(of, property, of)),
  });
}

function lost(): never {
  throw new Error('The answer is lost');
}

const faulty =
  (name: Name, halve: (result: unknown) => unknown = lost) =>
  (call: AnyCall) =>
  (...args: unknown[]) =>
    meet(name, () => call(...args), halve);

const faultyBucket = (name: Name, bucket: R2Bucket): R2Bucket =>
  withMethods(bucket, {
    get: faulty(name, halfObject),
    head: faulty(name),
    put: faulty(name),
    delete: faulty(name),
    list: faulty(name),
    createMultipartUpload: faulty(name),
  });

const faultyQueue = <Body>(name: Name, queue: Queue<Body>): Queue<Body> =>
  withMethods(queue, { send: faulty(name), sendBatch: faulty(name) });

const natives = new WeakMap<object, D1PreparedStatement>();

function faultyStatement(statement: D1PreparedStatement): D1PreparedStatement {
  const wrapped = withMethods(statement, {
    bind:
      () =>
      (...args) =>
        faultyStatement(statement.bind(...args)),
    first: faulty('DB'),
    run: faulty('DB'),
    all: faulty('DB'),
    raw: faulty('DB'),
  });
  natives.set(wrapped, statement);
  return wrapped;
}

const faultyDatabase = (database: D1Database): D1Database =>
  withMethods(database, {
    prepare: () => (query) => faultyStatement(database.prepare(String(query))),
    batch: () => (statements) =>
      meet(
        'DB',
        () =>
          database.batch(
            (statements as object[]).map((statement) => natives.get(statement) as D1PreparedStatement),
          ),
        lost,
      ),
  });

const known = new WeakMap<object, Env>();

/** The same bindings, which fail when `setFault` says so. */
export function faultyEnv(env: Env): Env {
  const made: Env = known.get(env) ?? {
    ...env,
    FILES: faultyBucket('FILES', env.FILES),
    TEMPLATES: faultyBucket('TEMPLATES', env.TEMPLATES),
    DB: faultyDatabase(env.DB),
    COPIES: faultyQueue('COPIES', env.COPIES),
    JOBS: faultyQueue('JOBS', env.JOBS),
    BATCHES: faultyQueue('BATCHES', env.BATCHES),
  };
  known.set(env, made);
  return made;
}
