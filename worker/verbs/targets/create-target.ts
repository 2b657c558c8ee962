import type { CreateTarget } from '../../../schema/console/targets.ts';
import { DEFAULT_KEY_PATTERN, keyPatternProblem, keyPrefixProblem } from '../../../schema/external-key.ts';
import { newId } from '../../../schema/ids.ts';
import { MAX_TARGETS } from '../../../schema/providers.ts';
import { ApiError, invalidRequest } from '../../lib/api-error.ts';
import { auditEntry } from '../audit/audit-entry.ts';
import type { Ctx } from '../../ctx.ts';
import type { StoreSettings } from '../../adapters/stores/external-store.ts';
import { openExternalStore } from '../../adapters/stores/open-external-store.ts';
import { type OutboundPolicy, outboundProblem } from '../../adapters/stores/outbound-guard.ts';
import { type Credentials, sealingContext } from './open-target.ts';
import { insertTarget, selectTargets, type TargetRecord } from '../../adapters/d1/targets.ts';
import { requireVault } from './require-vault.ts';
import { tryStore } from './try-store.ts';
import { trimEnd } from '../../../schema/trim-characters.ts';

/** @throws {ApiError} `NOT_IMPLEMENTED`, `VALIDATION_ERROR`, `TARGET_REJECTED`, `WORKSPACE_NOT_FOUND` */
export async function createTarget(ctx: Ctx, input: CreateTarget): Promise<TargetRecord> {
  const { services, workspace, ledger } = ctx;
  const vault = requireVault(ctx);
  const { keyPrefix = '', keyPattern = DEFAULT_KEY_PATTERN, name, provider, bucket } = input;
  await requireNoProblem(ctx, { ...input, keyPrefix, keyPattern });

  const settings = toStoreSettings(input);
  const store = await openExternalStore(settings, services.outbound);
  await tryStore(ctx, { store, keyPrefix, keyPattern });

  const id = newId('tgt');
  const { endpoint } = settings;
  const context = sealingContext({ workspaceId: workspace.id, id, endpoint });
  const target = {
    id,
    workspaceId: workspace.id,
    name,
    provider,
    endpoint,
    region: settings.provider === 's3' ? settings.region : null,
    bucket,
    keyPrefix,
    keyPattern,
    credentials: await vault.seal(JSON.stringify(toCredentials(input)), context),
    createdAt: new Date(services.now()).toISOString(),
  };
  const entry = auditEntry(ctx, 'target.created', id, { name, provider });
  const inserted = await insertTarget(services.database, target, MAX_TARGETS, entry);
  if (inserted === null) {
    // Another target was created during the test, or the workspace was deleted.
    await requireNoProblem(ctx, { ...input, keyPrefix, keyPattern });
    throw new ApiError('WORKSPACE_NOT_FOUND');
  }
  // After the insert: a request that gets the new version must find the new target.
  await ledger.noteChanged('targets');
  return inserted;
}

type CheckedTarget = CreateTarget & Pick<TargetRecord, 'keyPrefix' | 'keyPattern'>;

/** @throws {ApiError} `VALIDATION_ERROR` */
async function requireNoProblem({ services, workspace }: Ctx, input: CheckedTarget): Promise<void> {
  const others = await selectTargets(services.database, workspace.id);
  const problems = findProblems(input, others, services.outboundPolicy);
  if (problems.length > 0) throw invalidRequest(problems);
}

function findProblems(
  input: CheckedTarget,
  others: readonly TargetRecord[],
  policy: OutboundPolicy,
): string[] {
  const [field, address] = input.provider === 's3' ? ['endpoint', input.endpoint] : ['url', input.url];
  const problems = [
    [field, outboundProblem(address, policy)],
    ['keyPrefix', keyPrefixProblem(input.keyPrefix)],
    ['keyPattern', keyPatternProblem(input.keyPattern)],
    ['name', others.some(({ name }) => name === input.name) ? 'is the name of another target' : null],
    ['workspaceId', others.length >= MAX_TARGETS ? `has ${MAX_TARGETS} targets, the maximum` : null],
  ];
  return problems.flatMap(([path, problem]) => (problem === null ? [] : [`${path}: ${problem}`]));
}

function toStoreSettings(input: CreateTarget): StoreSettings {
  const { bucket } = input;
  if (input.provider === 's3') {
    const { provider, region, accessKeyId, secretAccessKey } = input;
    const endpoint = trimEnd(input.endpoint, '/');
    return { provider, endpoint, region, bucket, accessKeyId, secretAccessKey };
  }
  const { provider, serviceKey } = input;
  // Supabase's documentation shows the address of the storage API as well as the address of the project.
  const endpoint = trimEnd(trimEnd(input.url, '/').replace(/\/storage\/v1$/, ''), '/');
  return { provider, endpoint, bucket, serviceKey };
}

const toCredentials = (input: CreateTarget): Credentials =>
  input.provider === 's3'
    ? { accessKeyId: input.accessKeyId, secretAccessKey: input.secretAccessKey }
    : { serviceKey: input.serviceKey };
