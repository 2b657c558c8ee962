import type { CreateTarget } from '../../schema/api/targets.ts';
import { newId } from '../../schema/ids.ts';
import { MAX_TARGETS } from '../../schema/providers.ts';
import { ApiError, invalidRequest } from '../api-error.ts';
import type { Actor } from '../audit/queries.ts';
import type { Services } from '../services.ts';
import { DEFAULT_KEY_PATTERN, keyPatternProblem, keyPrefixProblem } from '../../schema/external-key.ts';
import type { StoreSettings } from '../storage/external-store.ts';
import { openExternalStore } from '../storage/open-external-store.ts';
import { outboundProblem } from '../storage/outbound-guard.ts';
import { getWorkspace } from '../workspaces/get-workspace.ts';
import { type Credentials, sealingContext } from './open-target.ts';
import { insertTarget, selectTargets, type TargetRecord } from './queries.ts';
import { tryStore } from './try-store.ts';

/**
 * Saves a target that was tried out and works. Its credentials are sealed before they are kept.
 *
 * @throws {ApiError} `WORKSPACE_NOT_FOUND`; `VALIDATION_ERROR`; `TARGET_REJECTED`; `NOT_IMPLEMENTED` where
 *   the installation has no key to seal credentials with
 */
export async function createTarget(
  services: Services,
  actor: Actor,
  input: CreateTarget,
): Promise<TargetRecord> {
  if (services.vault === null) {
    throw new ApiError('NOT_IMPLEMENTED', 'External storage needs the variable CREDENTIALS_KEY.');
  }
  const { id: workspaceId } = await getWorkspace(services, input.workspaceId);
  const others = await selectTargets(services.database, workspaceId);
  const { keyPrefix = '', keyPattern = DEFAULT_KEY_PATTERN, name, provider, bucket } = input;
  const problems = problemsOf(services, input, keyPrefix, keyPattern, others);
  if (problems.length > 0) throw invalidRequest(problems);

  const settings = settingsOf(input);
  const store = await openExternalStore(settings, services.outbound);
  await tryStore(store, services.outbound, keyPrefix, keyPattern, services.now());

  const id = newId('tgt');
  const { endpoint } = settings;
  const context = sealingContext({ workspaceId, id, endpoint });
  const target: TargetRecord = {
    id,
    workspaceId,
    name,
    provider,
    endpoint,
    region: settings.provider === 's3' ? settings.region : null,
    bucket,
    keyPrefix,
    keyPattern,
    credentials: await services.vault.seal(JSON.stringify(credentialsOf(input)), context),
    position: (others.at(-1)?.position ?? 0) + 1,
    createdAt: new Date(services.now()).toISOString(),
  };
  await insertTarget(services.database, target, actor);
  // After the row: whoever is told the new version reads at least what it stands for.
  await services.ledger(workspaceId).noteChanged('targets');
  return target;
}

function problemsOf(
  { outboundPolicy }: Services,
  input: CreateTarget,
  keyPrefix: string,
  keyPattern: string,
  others: readonly TargetRecord[],
): string[] {
  const [field, address] = input.provider === 's3' ? ['endpoint', input.endpoint] : ['url', input.url];
  const problems = [
    [field, outboundProblem(address, outboundPolicy)],
    ['keyPrefix', keyPrefixProblem(keyPrefix)],
    ['keyPattern', keyPatternProblem(keyPattern)],
    ['name', others.some(({ name }) => name === input.name) ? 'is the name of another target' : null],
    ['workspaceId', others.length >= MAX_TARGETS ? `has ${MAX_TARGETS} targets, which is the most` : null],
  ];
  return problems.flatMap(([path, problem]) => (problem === null ? [] : [`${path}: ${problem}`]));
}

/** Addresses are kept without the slashes that they may end in. */
const endpointOf = (address: string): string => address.replace(/\/+$/, '');

function settingsOf(input: CreateTarget): StoreSettings {
  const { bucket } = input;
  if (input.provider === 's3') {
    const { provider, endpoint, region, accessKeyId, secretAccessKey } = input;
    return { provider, endpoint: endpointOf(endpoint), region, bucket, accessKeyId, secretAccessKey };
  }
  return { provider: input.provider, endpoint: endpointOf(input.url), bucket, serviceKey: input.serviceKey };
}

const credentialsOf = (input: CreateTarget): Credentials =>
  input.provider === 's3'
    ? { accessKeyId: input.accessKeyId, secretAccessKey: input.secretAccessKey }
    : { serviceKey: input.serviceKey };
