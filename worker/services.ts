import type { Renderer } from '../renderer/renderer.ts';
import { chooseRenderers, type Container } from './choose-renderer.ts';
import { type Database, openDatabase } from './database.ts';
import { type Env, type Variables, variablesOf } from './env.ts';
import type { RateLimiter } from './rate-limit/rate-limiter.ts';
import { type Ledger, ledgerClient } from './ledger/client.ts';
import type { ObjectStore } from './storage/object-store.ts';
import { guardedFetch, type OutboundFetch, type OutboundPolicy } from './storage/outbound-guard.ts';
import { R2Store } from './storage/r2.ts';
import { UrlSigner } from './storage/signed-url.ts';
import { CredentialVault } from './storage/credential-vault.ts';

/** What the verbs work with. The one place that turns bindings into adapters. */
export interface Services {
  readonly variables: Variables;
  readonly database: Database;
  readonly fileStore: ObjectStore;
  readonly templateStore: R2Store;
  readonly renderer: Renderer;
  /** Where bodies too large for an isolate go; null where this installation has no container. */
  readonly container: Container | null;
  /** Null where the installation has none. */
  readonly analytics: AnalyticsEngineDataset | null;
  readonly signer: UrlSigner;
  /** Seals credentials of external targets; null where the installation has no key for it. */
  readonly vault: CredentialVault | null;
  readonly outboundPolicy: OutboundPolicy;
  /** `fetch` for addresses that somebody else chose. */
  readonly outbound: OutboundFetch;
  ledger(workspaceId: string): Ledger;
  rateLimiter(address: string): DurableObjectStub<RateLimiter>;
  /** Epoch milliseconds. */
  now(): number;
}

/** @throws {MisconfiguredError} */
export function buildServices(env: Env): Services {
  const variables = variablesOf(env);
  const outboundPolicy = { localDevelopment: variables.LOCAL_DEVELOPMENT === 'true' };
  return {
    variables,
    database: openDatabase(env.DB),
    fileStore: new R2Store(env.FILES),
    templateStore: new R2Store(env.TEMPLATES),
    ...chooseRenderers(env, variables),
    analytics: env.ANALYTICS ?? null,
    signer: new UrlSigner(variables.SIGNING_SECRET),
    vault: vaultOf(variables),
    outboundPolicy,
    outbound: guardedFetch(outboundPolicy),
    ledger: (workspaceId) => ledgerClient(env.LEDGER.getByName(workspaceId)),
    rateLimiter: (address) => env.RATE_LIMITER.getByName(address),
    now: () => Date.now(),
  };
}

const vaultOf = ({ CREDENTIALS_KEY, CREDENTIALS_OLD_KEYS }: Variables): CredentialVault | null =>
  CREDENTIALS_KEY === undefined ? null : new CredentialVault(CREDENTIALS_KEY, CREDENTIALS_OLD_KEYS);
