import { z } from 'zod';
import { RENDERERS } from '../schema/renderers.ts';
import type { Bindings } from './bindings.ts';
import type { CopyTask } from './ledger/protocol.ts';

/** Bindings that an installation may leave out of `wrangler.toml`. */
type OptionalBinding = 'BROWSER' | 'BROWSER_BROKER' | 'PRINT_CONTAINER';

/** The Worker's bindings, variables and secrets. Source: `wrangler.toml`, docs/configuration.md. */
export interface Env
  extends Omit<Bindings, OptionalBinding | 'COPIES' | 'RENDERER'>,
    Partial<Pick<Bindings, OptionalBinding>> {
  readonly COPIES: Queue<CopyTask>;
  /** Optional. */
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

/** `id:base64`, 32 bytes. The id is not secret: it is stored with the encrypted text. */
const credentialsKey = z.string().regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/);

const variables = z.object({
  RENDERER: z.enum(RENDERERS, { error: `must be one of ${RENDERERS.join(' | ')}` }).default('browser-run'),
  /** The most browsers that run at the same time. By default the limit of the account. */
  MAX_BROWSERS: z.coerce.number().int().min(1).optional(),
  /** The address of a container without a binding. */
  RENDERER_URL: z.url().optional(),
  /** The same value as in the container. */
  RENDERER_TOKEN: z.string().min(16).optional(),
  /** Signs the temporary URLs. */
  SIGNING_SECRET: z.string().min(32),
  /** Without it, `/operator` does not exist. */
  OPERATOR_TOKEN: z.string().min(16).optional(),
  /** Lets one person become the owner of a deployed installation. */
  SETUP_TOKEN: z.string().min(16).optional(),
  /** The origin of URLs in responses. By default the origin of the request. */
  PUBLIC_URL: z.url().optional(),
  /** Encrypts the credentials of external targets. Without it, there are no external targets. */
  CREDENTIALS_KEY: credentialsKey.optional(),
  /** Earlier keys, separated by commas. They decrypt what they encrypted until it is encrypted again. */
  CREDENTIALS_OLD_KEYS: z
    .string()
    .transform((list) => list.split(',').map((key) => key.trim()))
    .pipe(z.array(credentialsKey))
    .optional(),
  /** `true` allows external targets on this machine and over `http`. Never set it in a deployment. */
  LOCAL_DEVELOPMENT: z.enum(['true', 'false']).optional(),
});

export type Variables = z.infer<typeof variables>;

/** Variables are missing or malformed. The message names them, but never shows a value. */
export class MisconfiguredError extends Error {
  override readonly name = 'MisconfiguredError';
}

const parsed = new WeakMap<Env, Variables>();

/**
 * Parses the variables, once in each isolate. If one is wrong, every request fails.
 *
 * @throws {MisconfiguredError}
 */
export function readVariables(env: Env): Variables {
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
