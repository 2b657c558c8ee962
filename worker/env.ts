import { z } from 'zod';
import type { BrowserBroker } from '../renderer/browser-run/broker.ts';
import type { ContainerNamespace } from '../renderer/container/binding.ts';
import { RENDERERS } from '../schema/renderers.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import type { WorkspaceLedger } from './ledger/ledger.ts';
import type { CopyTask } from './ledger/protocol.ts';

/** The Worker's bindings and variables, as `wrangler.toml` and the secrets give them. */
export interface Env {
  readonly DB: D1Database;
  readonly FILES: R2Bucket;
  readonly TEMPLATES: R2Bucket;
  readonly COPIES: Queue<CopyTask>;
  /** The files in `public/`. */
  readonly ASSETS: Fetcher;
  readonly BROWSER?: Fetcher;
  readonly LEDGER: DurableObjectNamespace<WorkspaceLedger>;
  readonly RATE_LIMITER: DurableObjectNamespace<RateLimiter>;
  readonly BROWSER_BROKER?: DurableObjectNamespace<BrowserBroker>;
  readonly PRINT_CONTAINER?: ContainerNamespace;
  /** Optional: data points of what is made. */
  readonly ANALYTICS?: AnalyticsEngineDataset;
  readonly SIGNING_SECRET?: string;
  readonly OPERATOR_TOKEN?: string;
  readonly SETUP_TOKEN?: string;
  readonly PUBLIC_URL?: string;
  readonly CREDENTIALS_KEY?: string;
  readonly CREDENTIALS_OLD_KEYS?: string;
  readonly LOCAL_DEVELOPMENT?: string;
  readonly RENDERER?: string;
  readonly MAX_BROWSERS?: string;
  readonly RENDERER_URL?: string;
  readonly RENDERER_TOKEN?: string;
}

/** `id:base64`, 32 bytes. The id is no secret: it is kept beside what the key sealed. */
const credentialsKey = z.string().regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/);

const variables = z.object({
  /** What prints. */
  RENDERER: z.enum(RENDERERS, { error: `must be one of ${RENDERERS.join(' | ')}` }).default('browser-run'),
  /** Browsers of Browser Run that work at the same time; the account's limit by default. */
  MAX_BROWSERS: z.coerce.number().int().min(1).optional(),
  /** Where a container runs that is not behind the binding. */
  RENDERER_URL: z.url().optional(),
  /** Shared with the container. */
  RENDERER_TOKEN: z.string().min(16).optional(),
  /** Signs temporary addresses. */
  SIGNING_SECRET: z.string().min(32),
  /** Opens `/operator`, which does not exist without it. */
  OPERATOR_TOKEN: z.string().min(16).optional(),
  /** Lets somebody become the owner of a deployed instance, once. */
  SETUP_TOKEN: z.string().min(16).optional(),
  /** The origin that addresses of files start with; the request's own by default. */
  PUBLIC_URL: z.url().optional(),
  /** Encrypts the credentials of external targets, of which there are none without it. */
  CREDENTIALS_KEY: credentialsKey.optional(),
  /** Keys that came before it, separated by commas: they open what they sealed until it is sealed anew. */
  CREDENTIALS_OLD_KEYS: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .pipe(z.array(credentialsKey))
    .optional(),
  /** `true` lets external targets be on this machine, and plain `http`. Never set in a deployment. */
  LOCAL_DEVELOPMENT: z.enum(['true', 'false']).optional(),
});

export type Variables = z.infer<typeof variables>;

/** A deployment whose variables are missing or malformed. Names the variables, never their values. */
export class MisconfiguredError extends Error {
  override readonly name = 'MisconfiguredError';
}

const parsed = new WeakMap<Env, Variables>();

/**
 * The variables, parsed once for each isolate. Fails closed: a wrong one stops every request.
 *
 * @throws {MisconfiguredError}
 */
export function variablesOf(env: Env): Variables {
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const result = variables.safeParse(env);
  if (!result.success) {
    const problems = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    throw new MisconfiguredError(`Missing or malformed variables: ${problems.join('; ')}`);
  }
  parsed.set(env, result.data);
  return result.data;
}
