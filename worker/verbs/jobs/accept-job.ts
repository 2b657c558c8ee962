import type { Region } from '../../../renderer/browser-run/region.ts';
import { newId } from '../../../schema/ids.ts';
import type { Environment } from '../../../schema/permissions.ts';
import type { TraceContext } from '../../../schema/trace-context.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Ctx } from '../../ctx.ts';
import type { JobRecord } from '../../objects/ledger/jobs/job-protocol.ts';
import type { Excerpt, FileRecord, IdempotencyClaim, Usage } from '../../objects/ledger/protocol.ts';
import { refusalError } from '../../objects/ledger/refusal-error.ts';
import { ledgerDeadline } from '../make/print-limits.ts';
import { type JobKind, takesCreditsLater } from './job-kind.ts';
import { jobBodyKey } from '../../adapters/r2/keys.ts';
import { SEALED, sealBytes } from '../../adapters/secrets/sealed-bytes.ts';
import { requireVault } from '../targets/require-vault.ts';
import { getPublishedVersion } from '../templates/get-template.ts';
import { usesEncryption } from '../templates/uses-encryption.ts';
import { sealingContext } from './sealing.ts';

/** The key and the body are valid already. */
export interface AcceptJobInput {
  readonly key: { readonly id: string; readonly environment: Environment };
  readonly requestId: string;
  readonly trace: TraceContext;
  readonly kind: JobKind;
  readonly json: unknown;
  /** It has secrets, so it is stored sealed. */
  readonly hasSecrets: boolean;
  readonly wantsReport: boolean;
  /** The request's, as JSON. */
  readonly meta: string | null;
  /** It is null without a template. */
  readonly templateId: string | null;
  readonly idempotency: IdempotencyClaim | null;
  /** The caller's, where the job is printed. */
  readonly region: Region;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
}

/** `known`: an earlier request with the same idempotency key was accepted. `replayed`: it made the file, without a job. */
export type Acceptance =
  | { readonly outcome: 'accepted' | 'known'; readonly job: JobRecord }
  | {
      readonly outcome: 'replayed';
      readonly file: FileRecord;
      readonly excerpts: readonly Excerpt[];
      readonly usage: Usage;
    };

/** Stores the request, so that it runs later (contract 13.1). @throws {ApiError} */
export async function acceptJob(ctx: Ctx, input: AcceptJobInput): Promise<Acceptance> {
  const jobId = newId('job');
  const { key, requestId, trace, idempotency, arrivedAt, wantsReport, meta } = input;
  const admission = await ctx.ledger.admit({
    keyId: key.id,
    plan: ctx.workspace.plan,
    job: {
      jobId,
      requestId,
      trace,
      environment: key.environment,
      wantsReport,
      meta,
      creditsLater: takesCreditsLater(input.kind),
      deadline: ledgerDeadline(ctx, arrivedAt),
      ...(idempotency === null ? {} : { idempotency }),
    },
  });
  if (admission.outcome === 'refused') throw refusalError(admission);
  if (admission.outcome === 'known' || admission.outcome === 'replayed') return admission;
  try {
    return { outcome: 'accepted', job: await enqueue(ctx, jobId, input) };
  } catch (error) {
    await drop(ctx, jobId);
    throw error;
  }
}

/** The row exists before the body, and the job is queued after it. */
async function enqueue(ctx: Ctx, jobId: string, input: AcceptJobInput): Promise<JobRecord> {
  const { kind, json, templateId, region } = input;
  const found = templateId === null ? null : await getPublishedVersion(ctx, templateId);
  const text = new TextEncoder().encode(JSON.stringify(json));
  const isSealed = input.hasSecrets || (found !== null && (await usesEncryption(ctx, found)));
  const vault = isSealed ? requireVault(ctx) : null;
  const body = vault === null ? text : await sealBytes(vault, text, sealingContext(ctx, jobId));
  await ctx.services.fileStore.put(jobBodyKey(jobId), body, body.byteLength, {
    contentType: 'application/json',
    custom: { region, kind, ...(vault === null ? {} : { [SEALED]: vault.currentId }) },
  });
  // All attempts print the version that is published now.
  const enqueued = await ctx.ledger.enqueueJob(
    jobId,
    found && `${found.template.id}@${found.version.version}`,
  );
  if (enqueued.outcome === 'queued') return enqueued.job;
  throw new ApiError(enqueued.outcome === 'closed' ? 'WORKSPACE_NOT_FOUND' : 'REQUEST_TIMEOUT');
}

/** If this fails, the ledger's alarm does the same. */
async function drop({ ledger }: Ctx, jobId: string): Promise<void> {
  try {
    await ledger.dropJob(jobId);
  } catch (error) {
    console.error(JSON.stringify({ event: 'job_not_dropped', jobId, cause: String(error) }));
  }
}
