import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer, json } from 'node:stream/consumers';
import type { SupabaseAccess } from './access.ts';
import { close, Faults, listen } from './faults.ts';
import { TRIAL_BUCKETS, TrialFaults } from './trial-faults.ts';

/** A fake Supabase Storage, with the part of its API that the product and supabase-js use. */
export interface SupabaseServer {
  readonly access: SupabaseAccess;
  stop(): Promise<void>;
}

interface StoredObject {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly cacheControl: string;
}

interface Bucket {
  readonly objects: Map<string, StoredObject>;
  readonly maxBytes: number;
  /** The time in the past at which its tokens are signed. */
  readonly signsBehindMs: number;
}

const MIB = 1_048_576;
const JWT_SECRET = 'jwt-secret-of-the-supabase-stand-in';
const DAY_MS = 24 * 60 * 60 * 1_000;

/** Like Supabase: every error is HTTP 400, and the body has the real status as a string. */
class Refusal extends Error {
  readonly body: Readonly<Record<string, string>>;

  constructor(statusCode: string, error: string, code: string, message: string) {
    super(message);
    this.body = { statusCode, error, code, message };
  }
}

const bucketMissing = () => new Refusal('404', 'Bucket not found', 'NoSuchBucket', 'Bucket not found');
const objectMissing = () => new Refusal('404', 'not_found', 'NoSuchKey', 'Object not found');
const unauthorized = (message: string) => new Refusal('403', 'Unauthorized', 'AccessDenied', message);

const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signJwt(claims: object, secret = JWT_SECRET): string {
  const content = `${base64url({ alg: 'HS256', typ: 'JWT' })}.${base64url(claims)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
}

/** The claims, or Supabase's error message if the token is invalid. */
function readJwt(token: string): Record<string, unknown> | string {
  const [head = '', claims = '', signature = ''] = token.split('.');
  const expected = createHmac('sha256', JWT_SECRET).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (signature === '') return 'Invalid Compact JWS';
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
    return 'signature verification failed';
  }
  const parsed: Record<string, unknown> = JSON.parse(Buffer.from(claims, 'base64url').toString());
  if (Number(parsed.exp) * 1_000 < Date.now()) return '"exp" claim timestamp check failed';
  return parsed;
}

/** Starts the server on a free port, with empty buckets in memory. */
export async function startSupabaseServer(): Promise<SupabaseServer> {
  const storage = new Storage();
  const faults = new Faults();
  const trialFaults = new TrialFaults();
  const { server, origin } = await listen(async (request, response) => {
    if (await trialFaults.handle(request, response)) return;
    if (await faults.handle(request, response)) return;
    try {
      await storage.serve(request, response);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      request.resume();
      answer(response, 400, error.body);
    }
  });
  const claims = { role: 'service_role', iss: 'supabase', exp: Math.floor((Date.now() + DAY_MS) / 1_000) };
  return {
    access: {
      endpoint: origin,
      serviceKey: signJwt(claims),
      foreignKey: signJwt(claims, 'the-secret-of-another-project'),
    },
    stop: () => close(server),
  };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

class Storage {
  readonly #buckets = new Map<string, Bucket>(
    [
      'pdfs',
      'slow',
      'failing-2',
      'failing-3',
      'dying',
      'hanging',
      'redirecting',
      'tiny',
      'yesterday',
      ...TRIAL_BUCKETS,
    ].map((name) => [
      name,
      {
        objects: new Map(),
        maxBytes: name === 'tiny' ? 1_000 : 500 * MIB,
        signsBehindMs: name === 'yesterday' ? DAY_MS + 60_000 : 0,
      },
    ]),
  );

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Like the real service, resolves `..` in the path before it checks anything.
    const url = new URL(request.url ?? '/', 'http://storage');
    const path = decodeURIComponent(url.pathname).replace(/^\/storage\/v1\/object\//, '');
    const [first = '', ...rest] = path.split('/');
    if (request.method === 'GET' && first === 'sign') return this.#download(url, rest.join('/'), response);
    authorize(request);
    if (request.method === 'GET') return this.#send(first, rest.join('/'), null, response);
    if (request.method === 'POST' && first === 'sign') return this.#sign(request, rest, response);
    if (request.method === 'POST') return this.#upload(request, first, rest.join('/'), response);
    if (request.method === 'DELETE') return this.#remove(request, first, response);
    throw new Refusal('404', 'not_found', 'NotFound', `Route ${request.method}:${url.pathname} not found`);
  }

  async #upload(
    request: IncomingMessage,
    bucketName: string,
    key: string,
    response: ServerResponse,
  ): Promise<void> {
    const bucket = this.#buckets.get(bucketName);
    if (bucket === undefined) throw bucketMissing();
    if (!/^[\w/!.*'()&$@=;:+,? -]+$/.test(key)) {
      throw new Refusal('400', 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`);
    }
    if (bucket.objects.has(key) && request.headers['x-upsert'] !== 'true') {
      throw new Refusal('409', 'Duplicate', 'KeyAlreadyExists', 'The resource already exists');
    }
    const bytes = await buffer(request);
    if (bytes.length > bucket.maxBytes) {
      const words = 'The object exceeded the maximum allowed size';
      throw new Refusal('413', 'Payload too large', 'EntityTooLarge', words);
    }
    bucket.objects.set(key, {
      bytes,
      contentType: request.headers['content-type'] ?? 'application/octet-stream',
      cacheControl: request.headers['cache-control'] ?? 'no-cache',
    });
    answer(response, 200, { Key: `${bucketName}/${key}`, Id: randomUUID() });
  }

  async #sign(request: IncomingMessage, path: readonly string[], response: ServerResponse): Promise<void> {
    const [bucketName = '', ...keyParts] = path;
    const bucket = this.#buckets.get(bucketName);
    const { expiresIn } = (await json(request)) as { expiresIn: unknown };
    if (typeof expiresIn !== 'number' || !Number.isInteger(expiresIn) || expiresIn < 1) {
      const words = Number.isInteger(expiresIn)
        ? 'body/expiresIn must be >= 1'
        : 'body/expiresIn must be integer';
      throw new Refusal('400', 'Error', 'InvalidRequest', words);
    }
    if (bucket?.objects.has(keyParts.join('/')) !== true) throw objectMissing();
    const url = path.join('/');
    const iat = Math.floor((Date.now() - bucket.signsBehindMs) / 1_000);
    const token = signJwt({ url, scope: 'download', iat, exp: iat + expiresIn });
    answer(response, 200, { signedURL: `/object/sign/${url}?token=${token}` });
  }

  #download(url: URL, path: string, response: ServerResponse): void {
    const claims = readJwt(url.searchParams.get('token') ?? '');
    if (typeof claims === 'string') throw new Refusal('400', 'InvalidJWT', 'InvalidJWT', claims);
    if (claims.url !== path) {
      throw new Refusal('400', 'InvalidSignature', 'InvalidSignature', 'Invalid signature');
    }
    const [bucketName = '', ...keyParts] = path.split('/');
    this.#send(bucketName, keyParts.join('/'), url.searchParams.get('download'), response);
  }

  /** @param name under which a browser saves the object. Null: the browser shows it */
  #send(bucketName: string, key: string, name: string | null, response: ServerResponse): void {
    const object = this.#buckets.get(bucketName)?.objects.get(key);
    if (object === undefined) throw objectMissing();
    response.writeHead(200, {
      'Content-Type': object.contentType,
      'Content-Length': object.bytes.length,
      'Cache-Control': object.cacheControl,
      ETag: `"${createHash('md5').update(object.bytes).digest('hex')}"`,
      ...(name && {
        'Content-Disposition': `attachment; filename=${encodeURIComponent(name)}; filename*=UTF-8''${encodeURIComponent(name)};`,
      }),
    });
    response.end(object.bytes);
  }

  /** Answers with the removed keys. Missing keys and buckets, and missing rights, are no error. */
  async #remove(request: IncomingMessage, bucketName: string, response: ServerResponse): Promise<void> {
    const { prefixes } = (await json(request)) as { prefixes: string[] };
    const objects = this.#buckets.get(bucketName)?.objects;
    const mayDelete = bucketName !== 'no-delete';
    const removed = prefixes.filter((key) => mayDelete && objects?.delete(key) === true);
    answer(
      response,
      200,
      removed.map((name) => ({ name, bucket_id: bucketName })),
    );
  }
}

function authorize({ headers }: IncomingMessage): void {
  const { authorization } = headers;
  if (authorization === undefined) {
    const words = "headers must have required property 'authorization'";
    throw new Refusal('400', 'Error', 'InvalidRequest', words);
  }
  const claims = readJwt(authorization.replace(/^Bearer /, ''));
  if (typeof claims === 'string') throw unauthorized(claims);
  if (claims.role !== 'service_role') throw unauthorized('new row violates row-level security policy');
}
