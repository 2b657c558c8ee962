import { PrintCancelled, type PrintLimits, PrintTimeout } from '@platen/print-engine';
import { callToPrint } from '../../../../renderer/container/call-to-print.ts';
import { type ContainerPdf, readRefusal } from '../../../../renderer/container/read-answer.ts';
import { callContainer, type ContainerFetch } from '../../../../renderer/container/host.ts';
import {
  BODY_BYTES,
  type GenerateDecision,
  IS_STRICT,
  MAX_BODY_BYTES,
  PAGE_SHARE,
  type RequestSummary,
  requestSummary,
  type SentComponents,
  TIMEOUT_MS,
  WANTS_HASH,
  WORKSPACE_ID,
} from '../../../../renderer/container/protocol.ts';
import { NeedsComponents, type ComponentNames } from '../../../../renderer/container/needs-components.ts';
import { lateSignal } from '../../../../renderer/late.ts';
import type { ShareLimits } from '../../../../renderer/shared-places.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { BODY_LATE } from '../../../../schema/api/body-problems.ts';
import { ApiError } from '../../../lib/api-error.ts';
import type { Container } from '../../../choose-renderer.ts';
import type { PrintedDocument, Run } from '../production.ts';

export interface UnreadBody {
  readonly instance: ContainerFetch;
  readonly body: ReadableStream<Uint8Array>;
  /** The answer needs the body's hash (contract 9). */
  readonly wantsHash?: boolean;
  /** Unknown fields are refused (contract 1.2). */
  readonly isStrict?: boolean;
}

/** The data that the container composes with the body. `HeldBody` adds the rest when it sends them. */
export type HeldDocument = Omit<GenerateDecision, 'timeoutMs' | 'isBackground' | 'parts'>;

/** Supplies the components of a document to a container: some at once, and others when the container knows their names. */
export interface ComponentsSource {
  /** The components that are known without the document. */
  readonly first: () => Promise<SentComponents>;
  /** @param sent the container had them before, and needs them again */
  readonly add: (sent: SentComponents, needed: ComponentNames) => Promise<SentComponents>;
}

/** The partials that the request calls, then its assets, then a spare one. */
const MAX_ROUNDS = 3;

/** A container has read the body of a generation. It holds the body until it is printed or discarded. */
export class HeldBody {
  readonly summary: RequestSummary;
  readonly #instance: ContainerFetch;
  readonly #token: string;
  #isHeld = true;

  constructor(instance: ContainerFetch, token: string, summary: RequestSummary) {
    this.#instance = instance;
    this.#token = token;
    this.summary = summary;
  }

  get #path(): string {
    return `/generate/${this.summary.id}`;
  }

  /** @throws {RenderFailure | TemplateError | InvalidComposition | UnusableAssets} */
  async print(
    document: HeldDocument,
    source: ComponentsSource,
    limits: PrintLimits,
    signal: AbortSignal,
  ): Promise<PrintedDocument> {
    let components = await source.first();
    for (let round = 1; ; round += 1) {
      this.#isHeld = false;
      try {
        return await this.#printWith({ ...document, parts: components }, limits, signal);
      } catch (error) {
        if (!(error instanceof NeedsComponents)) throw error;
        this.#isHeld = true;
        if (round > MAX_ROUNDS) throw error;
        components = await source.add(components, error.names);
      }
    }
  }

  async #printWith(
    document: HeldDocument & Pick<GenerateDecision, 'parts'>,
    { deadline, isBackground = false }: PrintLimits,
    signal: AbortSignal,
  ): Promise<PrintedDocument> {
    const decision: GenerateDecision = { ...document, isBackground, timeoutMs: remaining(deadline) };
    const call = { path: this.#path, body: JSON.stringify(decision), deadline };
    return toPrint(await callToPrint(this.#instance, this.#token, call, signal));
  }

  /** Discards the body if it was not printed. Never throws. */
  async discard(): Promise<void> {
    if (!this.#isHeld) return;
    await callContainer(this.#instance, this.#token, this.#path, { method: 'DELETE' }).catch(() => {});
  }
}

/** Finds a container before the body is sent, because a stream that one has begun to read cannot go to another. */
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
 * Sends a body to a container, which holds it until the request is admitted. The body and the PDF never enter this isolate.
 * @throws {InvalidComposition | RendererUnavailable}; {ApiError} `REQUEST_TIMEOUT` if the body is late
 */
export async function holdBody(
  { ctx, limits, signal }: Pick<Run, 'ctx' | 'limits' | 'signal'>,
  { instance, body, wantsHash = false, isStrict = false }: UnreadBody,
): Promise<HeldBody> {
  const { container } = ctx.services;
  if (container === null) throw new Error('A bulk lane without a container');
  const { token } = container;
  const call = (path: string, init: RequestInit) =>
    callBefore(limits.deadline, signal, instance, token, path, init);
  const summary = await sendBody(call, body, {
    [TIMEOUT_MS]: String(remaining(limits.deadline)),
    [MAX_BODY_BYTES]: String(2 * PLANS[ctx.workspace.plan].maxHtmlBytes),
    ...shareHeaders(limits),
    ...(wantsHash ? { [WANTS_HASH]: 'true' } : {}),
    ...(isStrict ? { [IS_STRICT]: 'true' } : {}),
  });
  return new HeldBody(instance, token, summary);
}

/** Gives a body of this isolate to a container. Returns null if there is no container, or if none has capacity. */
export async function holdElsewhere(
  run: Pick<Run, 'ctx' | 'limits' | 'signal'>,
  json: unknown,
): Promise<HeldBody | null> {
  const { container } = run.ctx.services;
  if (container === null) return null;
  const text = new TextEncoder().encode(JSON.stringify(json));
  const instance = await findContainerWithCapacity(container, run.limits, text.byteLength);
  return instance && holdBody(run, { instance, body: new Blob([text]).stream() });
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

function toPrint(pdf: ContainerPdf): PrintedDocument {
  if (pdf.composed === undefined) throw new Error('The container printed without composing');
  const { durationMs, ...composed } = pdf.composed;
  return { pdf, ...composed, composeMs: durationMs };
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
