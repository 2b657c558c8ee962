import { PRINT_PATHS, type PrintPath } from '@platen/print-engine';
import { z } from 'zod';
import { RENDERERS } from '../schema/renderers.ts';
import {
  MIN_TOKEN_CHARACTERS,
  readSecrets,
  ROTATED_SECRETS,
  type RotatedSecret,
  type Secrets,
} from '../schema/secrets.ts';
import type { Bindings } from './bindings.ts';
import type { BatchBell } from './objects/batch/protocol.ts';
import type { JobBell } from './objects/ledger/jobs/job-protocol.ts';
import type { CopyTask } from './objects/ledger/protocol.ts';

/** Bindings that an installation may leave out of `wrangler.toml`. */
type OptionalBinding = 'BROWSER' | 'BROWSER_BROKER' | 'PRINT_CONTAINER';

/** Sources: `wrangler.toml`, docs/configuration.md. */
export interface Env
  extends
    Omit<Bindings, OptionalBinding | 'COPIES' | 'JOBS' | 'BATCHES' | 'RENDERER'>,
    Partial<Pick<Bindings, OptionalBinding>> {
  readonly COPIES: Queue<CopyTask>;
  readonly JOBS: Queue<JobBell>;
  readonly BATCHES: Queue<BatchBell>;
  readonly ANALYTICS?: AnalyticsEngineDataset;
  /** On a server of one's own: the proxy for requests to stores and webhooks. */
  readonly OUTBOUND?: Fetcher;
  /** Also with a number in the name, and so are the next three: `schema/secrets.ts`. */
  readonly SIGNING_SECRET?: string;
  readonly OPERATOR_TOKEN?: string;
  readonly CREDENTIALS_KEY?: string;
  readonly RENDERER_TOKEN?: string;
  readonly SETUP_TOKEN?: string;
  readonly PUBLIC_URL?: string;
  readonly LOCAL_DEVELOPMENT?: string;
  readonly SELF_HOSTED?: string;
  readonly RENDERER?: string;
  readonly MAX_BROWSERS?: string;
  readonly PRINT_PATH?: PrintPath;
  readonly RENDERER_URL?: string;
  readonly GOTENBERG_OPEN_KEY?: string;
  readonly GOTENBERG_URL?: string;
}

const SECRET_FORMS: Readonly<Record<RotatedSecret, z.ZodType>> = {
  SIGNING_SECRET: z.string().min(32),
  /** Without one, `/operator` does not exist. */
  OPERATOR_TOKEN: z.string().min(MIN_TOKEN_CHARACTERS),
  /** `id:base64` of 32 bytes. The encrypted text contains the id, which is not secret. */
  CREDENTIALS_KEY: z.string().regex(/^[\w-]{1,32}:[A-Za-z0-9+/]{43}=$/),
  /** Without one, there is no container. A space separates several of them. */
  RENDERER_TOKEN: z.string().min(MIN_TOKEN_CHARACTERS).regex(/^\S+$/),
};

const settings = z.object({
  RENDERER: z.enum(RENDERERS, { error: `must be one of ${RENDERERS.join(' | ')}` }).default('browser-run'),
  /** The default is the limit of the account. */
  MAX_BROWSERS: z.coerce.number().int().min(1).optional(),
  PRINT_PATH: z.enum(PRINT_PATHS).default('fast'),
  RENDERER_URL: z.url().optional(),
  /** The header in which the proxy in front says where a request comes from. Without one, no header is believed. */
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[\w-]+$/)
    .optional(),
  /** Lets one person become the owner of a deployed installation. */
  SETUP_TOKEN: z.string().min(MIN_TOKEN_CHARACTERS).optional(),
  /** Optional only in local development: a client chooses the `Host` of a request. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The API key for requests to Gotenberg's routes that have none. Everybody who can reach the service can print with it. */
  GOTENBERG_OPEN_KEY: z
    .string()
    .regex(/^\S{1,200}$/)
    .optional(),
  /** A Gotenberg that gets the office documents. */
  GOTENBERG_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** `true` allows external targets on this machine and over `http`. Never set it in a deployment. */
  LOCAL_DEVELOPMENT: z.enum(['true', 'false']).optional(),
  /** `true` on your own server, where Miniflare replaces Cloudflare. `npm run serve` sets it. */
  SELF_HOSTED: z.enum(['true', 'false']).optional(),
});

const variables = settings.refine(
  ({ PUBLIC_URL, LOCAL_DEVELOPMENT }) => PUBLIC_URL !== undefined || LOCAL_DEVELOPMENT === 'true',
  { path: ['PUBLIC_URL'], error: 'is required' },
);

export interface Variables extends z.infer<typeof variables> {
  readonly secrets: Secrets;
}

/** The message never shows a value. */
export class MisconfiguredError extends Error {
  override readonly name = 'MisconfiguredError';
}

const parsed = new WeakMap<Env, Variables>();

/** If a variable is wrong, every request fails. @throws {MisconfiguredError} */
export function readVariables(env: Env): Variables {
  const known = parsed.get(env);
  if (known !== undefined) return known;
  const result = variables.safeParse(env);
  const secrets = readSecrets(env);
  const problems = [...(result.error?.issues ?? []).map(describeIssue), ...secretProblems(secrets)];
  if (!result.success || problems.length > 0) {
    throw new MisconfiguredError(`Missing or malformed variables: ${problems.join('; ')}`);
  }
  const read = { ...result.data, secrets };
  parsed.set(env, read);
  return read;
}

const describeIssue = ({ path, message }: z.core.$ZodIssue): string => `${path.join('.')}: ${message}`;

function secretProblems(secrets: Secrets): string[] {
  const malformed = ROTATED_SECRETS.flatMap((kind) =>
    secrets[kind].flatMap(({ name, value }) =>
      (SECRET_FORMS[kind].safeParse(value).error?.issues ?? []).map(({ message }) => `${name}: ${message}`),
    ),
  );
  return secrets.SIGNING_SECRET.length === 0 ? ['SIGNING_SECRET: is required', ...malformed] : malformed;
}
