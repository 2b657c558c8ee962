import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import { namedRegion, type Region } from '../../../renderer/browser-run/region.ts';
import { type Assembly, finishRequest, mergeRequest, splitRequest } from '../../../schema/api/assemble.ts';
import { overTwiceTheLimit } from '../../../schema/api/body-problems.ts';
import { generateRequest } from '../../../schema/api/generate.ts';
import { readStored } from '../../../schema/stored-value.ts';
import { jobBodyKey } from '../../adapters/r2/keys.ts';
import type { StoredBody } from '../../adapters/r2/object-store.ts';
import { openBytes, SEALED } from '../../adapters/secrets/sealed-bytes.ts';
import { type BaseCtx, type Ctx, enterWorkspace } from '../../ctx.ts';
import { readJson } from '../../lib/memory/read-json.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { JobAttempt, JobBell } from '../../objects/ledger/jobs/job-protocol.ts';
import type { Services } from '../../services.ts';
import { JOB_KINDS, type JobKind } from '../../verbs/jobs/job-kind.ts';
import { sealingContext } from '../../verbs/jobs/sealing.ts';
import { generation } from '../../verbs/make/generate.ts';
import { edgeLane } from '../../verbs/make/lanes/lane.ts';
import { findContainer, isBulk, openBulkLane } from '../../verbs/make/lanes/open-lane.ts';
import { printLimits } from '../../verbs/make/print-limits.ts';
import type { Means, Product } from '../../verbs/make/production.ts';
import type { OpenProduction } from '../../verbs/make/run-attempt.ts';
import { requireVault } from '../../verbs/targets/require-vault.ts';

interface JobToOpen {
  readonly bell: JobBell;
  readonly attempt: JobAttempt;
  readonly means: Means;
  /** A job is printed where its request came from. */
  readonly servicesIn: (region: Region | undefined) => Services;
}

interface OpenProduct {
  readonly product: Product;
  readonly close: () => void;
}

/** Reads the request that the job has stored. */
export async function openJob(
  { services }: BaseCtx,
  { bell: { workspaceId, jobId }, attempt, means, servicesIn }: JobToOpen,
): Promise<OpenProduction> {
  const { phases, key } = means;
  const stored = await phases.measure('body', () => services.fileStore.get(jobBodyKey(jobId)));
  if (stored === null) throw new Error('The body of the job is missing');
  const ctx = enterWorkspace(
    {
      services: servicesIn(namedRegion(stored.custom?.region)),
      actor: { kind: 'key', id: key.id },
      time: means,
    },
    { id: workspaceId, plan: attempt.plan },
  );
  const body = await phases.measure('read', () => unseal(ctx, jobId, stored));
  const kind = readStored(JOB_KINDS, stored.custom?.kind, 'The kind of a stored job');
  const reportKeeping = stored.custom?.[SEALED] === undefined ? 'plain' : 'sealed';
  const { product, close } = await openProduct(ctx, means, { kind, body, template: attempt.template });
  return { ctx, production: { ...means, ...product, reportKeeping }, close };
}

async function unseal(ctx: Ctx, jobId: string, stored: StoredBody): Promise<StoredBody> {
  if (stored.custom?.[SEALED] === undefined) return stored;
  const bytes = await openBytes(requireVault(ctx), stored.body, sealingContext(ctx, jobId));
  return { ...stored, body: new Blob([bytes]).stream(), sizeBytes: bytes.byteLength };
}

interface StoredRequest {
  readonly kind: JobKind;
  readonly body: StoredBody;
  /** The version that is printed. It is null for raw HTML. */
  readonly template: string | null;
}

async function openProduct(
  ctx: Ctx,
  means: Means,
  { kind, body: { body, sizeBytes }, template: templateId }: StoredRequest,
): Promise<OpenProduct> {
  if (kind === 'generate' && isBulk(ctx, sizeBytes)) {
    const instance = await findContainer(ctx, means.startedAt, sizeBytes);
    if (instance !== null) {
      const { lane, close } = await openBulkLane(ctx, means, { instance, body });
      return { product: generation({ ...lane, templateId }), close };
    }
  }
  const memory = new RequestMemory(ctx.workspace.id, printLimits(ctx, means.startedAt).deadline);
  const close = () => memory.release();
  try {
    const limits = { maxBytes: EDGE_MAX_BYTES, tooLarge: overTwiceTheLimit(EDGE_MAX_BYTES) };
    const json = await readJson(body, limits, { memory, meter: ctx.meter });
    if (kind === 'generate') {
      const lane = edgeLane({ body: generateRequest.parse(json), json, memory });
      return { product: generation({ ...lane, templateId }), close };
    }
    const { assemblyOf } = await import('../../verbs/make/assemble.ts');
    return { product: assemblyOf({ assembly: parseAssembly(kind, json), json, memory }), close };
  } catch (error) {
    close();
    throw error;
  }
}

function parseAssembly(kind: Assembly['kind'], json: unknown): Assembly {
  if (kind === 'merge') return { kind, body: mergeRequest.parse(json) };
  if (kind === 'split') return { kind, body: splitRequest.parse(json) };
  return { kind, body: finishRequest.parse(json) };
}
