import { type PrintedPdf, PrintFailed, type RenderReport } from '../../renderer/renderer.ts';
import { newId, randomText } from '../../schema/ids.ts';
import type { Environment } from '../../schema/permissions.ts';
import { PLANS, type PlanId, TEST_RETENTION_MS } from '../../schema/plans.ts';
import { type AnsweredCode, ApiError } from '../api-error.ts';
import { keepFile } from '../files/keep-file.ts';
import type { FileRecord, IdempotencyClaim, RateState, Usage } from '../ledger/protocol.ts';
import { refusalError } from '../ledger/refusal-error.ts';
import type { Phases } from '../phases.ts';
import type { Services } from '../services.ts';
import { pdfKey } from '../storage/keys.ts';
import { copyFile, plannedCopies } from '../targets/copy-file.ts';
import type { TargetRecord } from '../targets/queries.ts';
import { targetsOf } from '../targets/targets-of.ts';
import { toApiError } from '../to-api-error.ts';
import type { OrderTerms, PdfOrder } from './order.ts';
import { getTemplate, type Template } from '../templates/get-template.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A request whose key is known and whose body is valid. */
export interface Generation {
  readonly keyId: string;
  readonly workspaceId: string;
  readonly environment: Environment;
  readonly plan: PlanId;
  readonly order: PdfOrder;
  readonly idempotency: IdempotencyClaim | null;
  /** Epoch milliseconds. */
  readonly arrivedAt: number;
  readonly phases: Phases;
  /** Told the rate as soon as the request is counted, whatever becomes of it then. */
  readonly onCounted: (rate: RateState) => void;
  /** Told the code that the ledger has counted the request under, where it ends in an error. */
  readonly onErrorCounted: (code: AnsweredCode) => void;
}

/** A kept file, paid for. */
export interface Generated {
  readonly file: FileRecord;
  readonly usage: Usage;
  /** An earlier request's file, found by its idempotency key. */
  readonly replayed: boolean;
  /** Of this printing; null for a replay, which printed nothing. */
  readonly report: RenderReport | null;
}

/**
 * The product: JSON and HTML become a kept PDF. Admit, compose, print, keep, commit; whatever fails on
 * the way gives the credit back.
 *
 * @throws {ApiError} what the ledger refuses, `TEMPLATE_NOT_FOUND`
 * @throws {TemplateError | InvalidComposition} from compose
 * @throws {RenderFailure} from print
 */
export async function generatePdf(services: Services, generation: Generation): Promise<Generated> {
  const { phases, workspaceId, plan } = generation;
  const ledger = services.ledger(workspaceId);
  const fileId = newId('file');
  const admission = await phases.measure('admit', () => ledger.admit(admissionRequest(generation, fileId)));
  generation.onCounted(admission.rate);
  if (admission.outcome === 'refused') {
    generation.onErrorCounted(admission.refusal);
    throw refusalError(admission);
  }
  if (admission.outcome === 'replayed') return { ...admission, replayed: true, report: null };
  if (admission.outcome === 'counted') throw new Error('A reservation was asked for, and not answered');

  try {
    const template = await templateOf(services, generation, admission.templatesVersion);
    const { pdf, filename } = await generation.order.make(orderTerms(generation, template, services.now()));
    const targets = await targetsOf(services, workspaceId, admission.targetsVersion);
    const file = fileRecord(generation, fileId, filename, pdf, template, targets, services.now());
    await phases.measure('store', () => store(services, file, workspaceId, pdf));
    const usage = await phases.measure('commit', () => commit(services, workspaceId, file, plan));
    const copied = await copyToTargets(services, generation, file, targets);
    return { file: copied, usage, replayed: false, report: pdf.report };
  } catch (error) {
    await giveUp(services, generation, fileId, toApiError(error).code);
    throw error;
  }
}

/** @throws {PrintFailed} a stream broke off before its end, or was not taken: there is no telling which */
async function store(
  services: Services,
  file: FileRecord,
  workspaceId: string,
  { body }: PrintedPdf,
): Promise<void> {
  try {
    await keepFile(services.fileStore, file, workspaceId, body);
  } catch (cause) {
    if (body instanceof Uint8Array) throw cause;
    throw new PrintFailed('the PDF did not reach the store whole', { cause });
  }
}

/** After the charge, which does not depend on copies (decision 28). */
async function copyToTargets(
  services: Services,
  { phases, workspaceId }: Generation,
  file: FileRecord,
  targets: readonly TargetRecord[],
): Promise<FileRecord> {
  if (targets.length === 0) return file;
  return phases.measure('copy', () => copyFile(services, workspaceId, file, targets));
}

async function templateOf(
  services: Services,
  { phases, workspaceId, order: { templateId } }: Generation,
  version: number,
): Promise<Template | null> {
  if (templateId === null) return null;
  return phases.measure('template', () => getTemplate(services, workspaceId, templateId, version));
}

const deadlineOf = ({ arrivedAt, plan }: Generation): number => arrivedAt + PLANS[plan].timeoutMs;

const admissionRequest = (generation: Generation, fileId: string) => ({
  keyId: generation.keyId,
  plan: generation.plan,
  reservation: {
    fileId,
    environment: generation.environment,
    deadline: deadlineOf(generation),
    ...(generation.idempotency === null ? {} : { idempotency: generation.idempotency }),
  },
});

const orderTerms = (generation: Generation, template: Template | null, now: number): OrderTerms => ({
  workspaceId: generation.workspaceId,
  plan: generation.plan,
  deadline: deadlineOf(generation),
  template,
  watermark: generation.environment === 'test' ? 'TEST' : null,
  now,
  phases: generation.phases,
});

function fileRecord(
  generation: Generation,
  fileId: string,
  filename: string,
  pdf: PrintedPdf,
  template: Template | null,
  targets: readonly TargetRecord[],
  now: number,
): FileRecord {
  const retentionMs =
    generation.environment === 'test' ? TEST_RETENTION_MS : PLANS[generation.plan].retentionDays * DAY_MS;
  return {
    fileId,
    keyId: generation.keyId,
    environment: generation.environment,
    filename,
    sizeBytes: pdf.sizeBytes,
    processingTimeMs: now - generation.arrivedAt,
    template: template && { id: template.id, name: template.name },
    linkToken: randomText(22),
    createdAt: now,
    expiresAt: now + retentionMs,
    copies: plannedCopies(targets, { fileId, filename, createdAt: now }),
  };
}

/** Repeats a commit whose answer was lost: the ledger books a file once, however often it is asked. */
async function commit(
  services: Services,
  workspaceId: string,
  file: FileRecord,
  plan: PlanId,
): Promise<Usage> {
  const attempt = () => services.ledger(workspaceId).commit(file, plan);
  const settlement = await attempt().catch(attempt);
  if (settlement.outcome === 'committed') return settlement.usage;
  throw new ApiError('REQUEST_TIMEOUT', "The generation exceeded the plan's timeout.");
}

/**
 * Leaves nothing behind and charges nothing. The credit first: no commit can succeed after it. Should
 * this fail too, the ledger's alarm does the same within minutes.
 */
async function giveUp(
  services: Services,
  { workspaceId, onErrorCounted }: Generation,
  fileId: string,
  code: AnsweredCode,
): Promise<void> {
  try {
    const released = await services.ledger(workspaceId).release(fileId, code);
    onErrorCounted(code);
    if (released) await services.fileStore.delete([pdfKey(fileId)]);
  } catch (error) {
    console.error(JSON.stringify({ event: 'release_failed', fileId, cause: String(error) }));
  }
}
