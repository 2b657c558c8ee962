import { PrintCancelled, PrintTimeout } from '@platen/print-engine';
import { callToPrint } from '../../../renderer/container/call-to-print.ts';
import { type ContainerPdf, readRefusal } from '../../../renderer/container/read-answer.ts';
import { callContainer, type ContainerFetch } from '../../../renderer/container/host.ts';
import {
  BODY_BYTES,
  type GenerateDecision,
  IS_STRICT,
  MAX_BODY_BYTES,
  PAGE_SHARE,
  type RequestSummary,
  requestSummary,
  TIMEOUT_MS,
  WANTS_HASH,
  WORKSPACE_ID,
} from '../../../renderer/container/protocol.ts';
import { lateSignal } from '../../../renderer/late.ts';
import type { ShareLimits } from '../../../renderer/shared-places.ts';
import { BODY_LATE } from '../../../schema/api/body-problems.ts';
import { ApiError } from '../../lib/api-error.ts';
import type { Container } from '../../adapters/choose-renderer.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { Lane, PrintResult } from './lane.ts';

export interface UnreadRequest {
  readonly body: ReadableStream<Uint8Array>;
  readonly maxBodyBytes: number;
  /** For a saved template, which is read here. */
  readonly memory: RequestMemory;
  /** Epoch milliseconds. */
  readonly deadline: number;
  /** Aborts when the client hangs up. */
  readonly signal: AbortSignal;
  readonly share: ShareLimits;
  /** Whether to return the body's hash (contract 9). */
  readonly wantsHash: boolean;
  /** Whether unknown fields are refused (contract 1.2). */
  readonly isStrict: boolean;
}

/** The rest is added when the document is sent. */
type HeldDocument = Omit<GenerateDecision, 'timeoutMs' | 'isBackground'>;

/** For a body that the container has read and holds. */
export interface BulkLane extends Lane<HeldDocument> {
  readonly bodyHash: string | null;
  /** Discards the body if it was not printed. Never throws. */
  discard(): Promise<void>;
}

/** Runs before the body is sent: a stream that one container has begun to read cannot go to another. */
export async function findContainerWithCapacity(
  { host, token }: Container,
  share: ShareLimits,
  bodyBytes: number,
): Promise<ContainerFetch | null> {
  const headers = new Headers(shareHeaders(share));
  if (Number.isFinite(bodyBytes)) headers.set(BODY_BYTES, String(bodyBytes));
  for (const instance of host.instances(share.workspaceId)) {
    const response = await callContainer(instance, token, '/generate', { headers }).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok === true) return instance;
  }
  return null;
}

/**
 * The container holds the body until the request is admitted. The body and the PDF never enter this isolate.
 * @throws {InvalidComposition | RendererUnavailable}; {ApiError} `REQUEST_TIMEOUT` if the body is late
 */
export async function openBulkLane(
  instance: ContainerFetch,
  token: string,
  { body, maxBodyBytes, memory, deadline, signal, wantsHash, isStrict, share }: UnreadRequest,
): Promise<BulkLane> {
  const call = (path: string, init: RequestInit) => callBefore(deadline, signal, instance, token, path, init);
  const held = await sendBody(call, body, {
    [TIMEOUT_MS]: String(remaining(deadline)),
    [MAX_BODY_BYTES]: String(maxBodyBytes),
    ...shareHeaders(share),
    ...(wantsHash ? { [WANTS_HASH]: 'true' } : {}),
    ...(isStrict ? { [IS_STRICT]: 'true' } : {}),
  });
  const path = `/generate/${held.id}`;
  let isHeld = true;
  return {
    ...held,
    memory,
    compose: ({ workspaceId, plan, template, watermark, now }) => ({
      workspaceId,
      plan,
      template,
      watermark,
      now,
      thumbnailWidth: held.thumbnailWidth,
    }),
    async print(document, limits, printSignal) {
      isHeld = false;
      const { isBackground = false } = limits;
      const decision: GenerateDecision = {
        ...document,
        isBackground,
        timeoutMs: remaining(limits.deadline),
      };
      const print = { path, body: JSON.stringify(decision), deadline: limits.deadline };
      return toResult(await callToPrint(instance, token, print, printSignal));
    },
    async discard() {
      if (isHeld) await callContainer(instance, token, path, { method: 'DELETE' }).catch(() => {});
    },
  };
}

type Call = (path: string, init: RequestInit) => Promise<Response>;

async function sendBody(
  call: Call,
  body: ReadableStream<Uint8Array>,
  headers: Record<string, string>,
): Promise<RequestSummary> {
  const response = await call('/generate', { method: 'POST', headers, body });
  if (response.ok) return requestSummary.parse(await response.json());
  const failure = await readRefusal(response);
  throw failure instanceof PrintTimeout ? new ApiError('REQUEST_TIMEOUT', { message: BODY_LATE }) : failure;
}

function toResult(pdf: ContainerPdf): PrintResult {
  if (pdf.composed === undefined) throw new Error('The container printed without composing');
  const { filename, mediaType, durationMs } = pdf.composed;
  return { pdf, filename, mediaType, composeMs: durationMs };
}

async function callBefore(
  deadline: number,
  hangUp: AbortSignal,
  instance: ContainerFetch,
  token: string,
  path: string,
  init: RequestInit,
): Promise<Response> {
  const late = lateSignal(deadline);
  try {
    const signal = AbortSignal.any([late, hangUp]);
    return await callContainer(instance, token, path, { ...init, signal });
  } catch (error) {
    if (hangUp.aborted) throw new PrintCancelled('the client hung up');
    if (late.aborted) throw new PrintTimeout('the container did not respond in time');
    throw error;
  }
}

const shareHeaders = ({ workspaceId, pageShare = 1 }: ShareLimits) => ({
  [WORKSPACE_ID]: workspaceId,
  [PAGE_SHARE]: String(pageShare),
});

const remaining = (deadline: number): number => Math.max(0, deadline - Date.now());
