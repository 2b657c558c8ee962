import type { Region } from '../renderer/browser-run/region.ts';
import type { TraceContext } from '../schema/trace-context.ts';
import type { Renderer } from '../renderer/renderer.ts';
import type { BatchDeskCalls } from './objects/batch/protocol.ts';
import { chooseRenderers, type Container } from './choose-renderer.ts';
import { type Database, openDatabase } from './adapters/d1/database.ts';
import { type Env, type Variables, readVariables } from './env.ts';
import type { RateLimiterCalls } from './objects/rate-limit/protocol.ts';
import { signingSecrets } from './adapters/secrets/signing-secrets.ts';
import { hashPassword } from './lib/password.ts';
import { type Ledger, ledgerClient } from './objects/ledger/client.ts';
import type { ObjectStore } from './adapters/r2/object-store.ts';
import { guardedFetch, type OutboundFetch, type OutboundPolicy } from './adapters/stores/outbound-guard.ts';
import { R2Store } from './adapters/r2/r2.ts';
import { UrlSigner } from './adapters/secrets/signed-url.ts';
import { type CredentialVault, openVault } from './adapters/secrets/credential-vault.ts';
import type { RequestLogCalls } from './objects/request-log/protocol.ts';
import type { WebhookDeskCalls } from './objects/webhook/protocol.ts';

/** Bindings become adapters here and nowhere else. */
export interface Services {
  readonly variables: Variables;
  readonly database: Database;
  readonly fileStore: ObjectStore;
  readonly templateStore: R2Store;
  readonly renderer: Renderer;
  /** For bodies that are too large for an isolate. It is null if there is no container. */
  readonly container: Container | null;
  readonly analytics: AnalyticsEngineDataset | null;
  readonly signer: UrlSigner;
  /** It is null if `CREDENTIALS_KEY` is not set. */
  readonly vault: CredentialVault | null;
  readonly outboundPolicy: OutboundPolicy;
  /** `fetch` for addresses that a user chose. */
  readonly outbound: OutboundFetch;
  ledger(workspaceId: string): Ledger;
  /** @param name what is counted, such as a client address */
  rateLimiter(name: string): DurableObjectStub<RateLimiterCalls>;
  webhookDesk(webhookId: string): DurableObjectStub<WebhookDeskCalls>;
  batchDesk(batchId: string): DurableObjectStub<BatchDeskCalls>;
  requestLog(workspaceId: string): DurableObjectStub<RequestLogCalls>;
  /** Takes a fifth of a second of CPU, so that nobody can guess many passwords. */
  hashPassword(password: string): Promise<string>;
  /** Epoch milliseconds. */
  now(): number;
}

export type BuildServices = (env: Env, region?: Region, trace?: TraceContext | null) => Services;

/** Most requests need only some of the services, and some take time to make. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/**
 * @param region the caller's, where PDFs are printed
 * @param trace is sent to the container
 * @throws {MisconfiguredError}
 */
export function buildServices(env: Env, region?: Region, trace: TraceContext | null = null): Services {
  const variables = readVariables(env);
  const outboundPolicy = { localDevelopment: variables.LOCAL_DEVELOPMENT === 'true' };
  const database = once(() => openDatabase(env.DB));
  const vault = once(() => openVault(variables.secrets));
  return {
    variables,
    get database() {
      return database();
    },
    fileStore: new R2Store(env.FILES),
    templateStore: new R2Store(env.TEMPLATES),
    ...chooseRenderers(env, variables, { region, trace }),
    analytics: env.ANALYTICS ?? null,
    signer: new UrlSigner(...signingSecrets(variables.secrets)),
    get vault() {
      return vault();
    },
    outboundPolicy,
    outbound: guardedFetch(outboundPolicy, env.OUTBOUND),
    ledger: (workspaceId) => ledgerClient(() => env.LEDGER.getByName(workspaceId)),
    rateLimiter: (name) => env.RATE_LIMITER.getByName(name),
    webhookDesk: (webhookId) => env.WEBHOOK_DESK.getByName(webhookId),
    batchDesk: (batchId) => env.BATCH_DESK.getByName(batchId),
    requestLog: (workspaceId) => env.REQUEST_LOG.getByName(workspaceId),
    hashPassword: (password) => hashPassword(password),
    now: () => Date.now(),
  };
}
