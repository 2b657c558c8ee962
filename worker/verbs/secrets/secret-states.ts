import type { SecretState } from '../../../schema/api/secrets.ts';
import { countWithoutToken } from '../../../renderer/container/tokens.ts';
import { SIGNED_URL_VALIDITY_MS } from '../../../schema/plans.ts';
import { ROTATED_SECRETS, type RotatedSecret } from '../../../schema/secrets.ts';
import type { InstanceCtx } from '../../ctx.ts';
import { BATCHES, JOB_BODIES } from '../../adapters/r2/keys.ts';
import { SEALED } from '../../adapters/secrets/sealed-bytes.ts';
import { selectAllTargets } from '../../adapters/d1/targets.ts';
import { selectAllWebhooks, type WebhookRecord } from '../../adapters/d1/webhooks.ts';
import { countSessionsBefore } from '../../adapters/d1/secrets.ts';
import { secretInUse } from '../../adapters/secrets/timed-secrets.ts';

type Use = SecretState['neededBy'][number];

/** @param presented the name of the operator's token of this request */
export async function listSecretStates(
  ctx: InstanceCtx,
  presented: string | undefined,
): Promise<SecretState[]> {
  const uses: Readonly<Record<RotatedSecret, (since: number) => Promise<Use[]>>> = {
    SIGNING_SECRET: (since) => signedThings(ctx, since),
    CREDENTIALS_KEY: () => sealedThings(ctx),
    OPERATOR_TOKEN: () => Promise.resolve([{ what: 'the token of this request', count: 1 }]),
    RENDERER_TOKEN: () => instancesOfContainer(ctx),
  };
  return Promise.all(
    ROTATED_SECRETS.map(async (secret) => {
      const state = describe(ctx, secret);
      const isNeeded =
        secret === 'OPERATOR_TOKEN' ? state.earlier.includes(presented ?? '') : state.earlier.length > 0;
      const neededBy = isNeeded ? await uses[secret](Date.parse(state.since ?? '')) : [];
      return { ...state, neededBy };
    }),
  );
}

function describe({ services }: InstanceCtx, secret: RotatedSecret): Omit<SecretState, 'neededBy'> {
  const found = secretInUse(services.variables.secrets[secret], services.now());
  if (found === null) return { secret, inUse: null, since: null, next: [], earlier: [] };
  const { current, others } = found;
  const namesOf = (isWanted: (since: number) => boolean) =>
    others.filter(({ since }) => isWanted(since)).map(({ name }) => name);
  return {
    secret,
    inUse: current.name,
    since: current.since === 0 ? null : new Date(current.since).toISOString(),
    next: namesOf((since) => since > current.since),
    earlier: namesOf((since) => since < current.since),
  };
}

/** Keys of idempotency are kept as long as a signed address is valid. */
async function signedThings({ services }: InstanceCtx, since: number): Promise<Use[]> {
  const now = services.now();
  const until = since + SIGNED_URL_VALIDITY_MS;
  const sessions = await countSessionsBefore(services.database, new Date(since), new Date(now));
  return [
    ...(until > now
      ? [{ what: 'signed addresses and idempotency keys', until: new Date(until).toISOString() }]
      : []),
    ...(sessions > 0 ? [{ what: 'sessions of the dashboard', count: sessions }] : []),
  ];
}

/** They get their tokens when they start. */
async function instancesOfContainer({ services }: InstanceCtx): Promise<Use[]> {
  const { container, variables } = services;
  const newest = variables.secrets.RENDERER_TOKEN.at(-1);
  if (container === null || newest === undefined) return [];
  const count = await countWithoutToken(container.host, newest.value);
  return count === 0 ? [] : [{ what: 'instances of the container', count }];
}

async function sealedThings({ services }: InstanceCtx): Promise<Use[]> {
  const { vault, database, fileStore } = services;
  if (vault === null) return [];
  const targets = await selectAllTargets(database);
  const webhooks = await selectAllWebhooks(database);
  let requests = 0;
  for (const prefix of [JOB_BODIES, BATCHES]) {
    for await (const { [SEALED]: keyId } of fileStore.customUnder(prefix)) {
      if (keyId !== undefined && keyId !== vault.currentId) requests += 1;
    }
  }
  return [
    { what: 'targets', count: targets.filter(({ credentials }) => vault.needsOtherKey(credentials)).length },
    {
      what: 'webhooks',
      count: webhooks.filter((webhook) => sealedTexts(webhook).some((text) => vault.needsOtherKey(text)))
        .length,
    },
    { what: 'stored requests of jobs and batches', count: requests },
  ].filter(({ count }) => count > 0);
}

const sealedTexts = ({ secret, previousSecret }: WebhookRecord): string[] =>
  previousSecret === null ? [secret] : [secret, previousSecret];
