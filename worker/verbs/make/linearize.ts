import type { EncryptionOptions } from '@platen/pdf';
import { NoPageInTime, PrintCancelled, PrintFailed } from '@platen/print-engine';
import { callContainer } from '../../../renderer/container/host.ts';
import { PDF_BYTES, PREFACE_BYTES, TIMEOUT_MS, WORKSPACE_ID } from '../../../renderer/container/protocol.ts';
import { readRefusal } from '../../../renderer/container/read-answer.ts';
import { lateSignal } from '../../../renderer/late.ts';
import type { BaseCtx } from '../../ctx.ts';
import { featureUnavailable, serviceBusy } from '../../lib/api-error.ts';
import type { ObjectBody } from '../../adapters/r2/object-store.ts';
import { findContainerWithCapacity } from './lanes/held-body.ts';
import type { Run } from './production.ts';

export interface LinearizeInput {
  readonly body: ObjectBody;
  readonly sizeBytes: number;
  /** Null if the PDF is not encrypted. */
  readonly encryption: EncryptionOptions | null | undefined;
}

export interface LinearizedPdf {
  readonly body: ReadableStream<Uint8Array>;
  readonly sizeBytes: number;
}

/** @throws {ApiError} `FEATURE_UNAVAILABLE`: the options ask for what only the container does */
export function requireLinearizer(
  { services }: BaseCtx,
  options: { readonly linearize?: boolean | undefined } | undefined,
): void {
  if (options?.linearize === true && services.container === null)
    throw featureUnavailable('options.linearize');
}

/**
 * In the container, from stream to stream: nothing of the PDF stays in this isolate. An encrypted PDF stays encrypted.
 *
 * @throws {ApiError} `FEATURE_UNAVAILABLE` without a container, `SERVICE_BUSY`; {RenderFailure}
 */
export async function linearizePdf(
  { ctx, limits, signal }: Pick<Run, 'ctx' | 'limits' | 'signal'>,
  { body, sizeBytes, encryption }: LinearizeInput,
): Promise<LinearizedPdf> {
  const { container } = ctx.services;
  if (container === null) throw featureUnavailable('options.linearize');
  const instance = await findContainerWithCapacity(container, limits, sizeBytes);
  if (instance === null) throw serviceBusy();
  const remainingMs = Math.max(0, limits.deadline - Date.now());
  const late = lateSignal(limits.deadline);
  const password = encryption?.ownerPassword ?? encryption?.userPassword ?? null;
  const preface = new TextEncoder().encode(JSON.stringify({ password }));
  const upload = new FixedLengthStream(preface.byteLength + sizeBytes);
  const [response] = await Promise.all([
    callContainer(instance, container.token, '/linearize', {
      method: 'POST',
      headers: {
        [TIMEOUT_MS]: String(remainingMs),
        [PREFACE_BYTES]: String(preface.byteLength),
        [WORKSPACE_ID]: limits.workspaceId,
      },
      body: upload.readable,
      signal: AbortSignal.any([late, signal]),
    }).catch((error: unknown) => {
      if (signal.aborted) throw new PrintCancelled('the client hung up');
      throw late.aborted ? new NoPageInTime('the container did not answer in time') : error;
    }),
    send(upload.writable, preface, body),
  ]);
  if (!response.ok) throw await readRefusal(response);
  if (response.body === null) throw new PrintFailed('the container answered without a body');
  return { body: response.body, sizeBytes: Number(response.headers.get(PDF_BYTES)) };
}

/** A container that refuses does not read the rest: its answer says why. */
async function send(
  writable: WritableStream<Uint8Array>,
  preface: Uint8Array,
  body: ObjectBody,
): Promise<void> {
  const stream = body instanceof Uint8Array ? new Blob([body]).stream() : body;
  try {
    const writer = writable.getWriter();
    await writer.write(preface);
    writer.releaseLock();
    await stream.pipeTo(writable);
  } catch {
    await stream.cancel().catch(() => undefined);
  }
}
