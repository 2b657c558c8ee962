import { RendererUnavailable } from '@platen/print-engine';
import { EDGE_MAX_BYTES } from '../../../compose/template-limits.ts';
import { findUnknownFields, NO_UNKNOWN_FIELDS } from '../../../compose/unknown-fields/index.ts';
import type { ContainerFetch } from '../../../renderer/container/host.ts';
import type { GenerateRequest } from '../../../schema/api/generate.ts';
import { PLANS } from '../../../schema/plans.ts';
import type { Ctx } from '../../ctx.ts';
import { RequestMemory } from '../../lib/memory/request-memory.ts';
import { type BulkLane, findContainerWithCapacity, openBulkLane } from './bulk-lane.ts';
import { edgeLane } from './edge-lane.ts';
import type { Lane } from './lane.ts';
import { printLimits } from './print-limits.ts';

/** Larger bodies go to the container unread, if there is one. Several of this size fit into an isolate at once. */
const EDGE_LANE_BYTES = 4_000_000;

/** What both lanes need to know of a generation. */
export interface LaneTerms {
  /** When the plan's timeout starts, in epoch milliseconds. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
  /** Whether the lane returns the body's hash (contract 9). */
  readonly wantsHash: boolean;
  /** Whether unknown fields are refused (contract 1.2). */
  readonly isStrict: boolean;
  /** Runs work that the client does not wait for. */
  readonly inBackground: (work: Promise<unknown>) => void;
}

/** Whether the container reads a body of this size. @param bytes infinite if unknown */
export const isBulk = ({ services }: Ctx, bytes: number): boolean =>
  services.container !== null && bytes > EDGE_LANE_BYTES;

/**
 * A container for a body that this isolate does not read. Null if the body must be read here, because no container has
 * capacity.
 *
 * @throws {RendererUnavailable} no container has capacity, and the body is too large for an isolate
 */
export async function findContainer(
  ctx: Ctx,
  { startedAt }: LaneTerms,
  bytes: number,
): Promise<ContainerFetch | null> {
  const instance = await findInstance(ctx, startedAt, bytes);
  if (instance !== null || bytes <= EDGE_MAX_BYTES || bytes === Infinity) return instance;
  throw new RendererUnavailable('no container has capacity');
}

const findInstance = async (ctx: Ctx, startedAt: number, bytes: number): Promise<ContainerFetch | null> => {
  const { container } = ctx.services;
  return container && findContainerWithCapacity(container, printLimits(ctx, startedAt), bytes);
};

export interface UnreadBody {
  readonly instance: ContainerFetch;
  readonly body: ReadableStream<Uint8Array>;
}

/** The caller closes it, after the print or without one. */
export interface OpenLane {
  readonly lane: Lane;
  readonly close: () => void;
}

/** The container reads the body and holds it. */
export async function openUnreadLane(
  ctx: Ctx,
  terms: LaneTerms,
  unread: UnreadBody,
): Promise<OpenLane & { readonly lane: BulkLane }> {
  const memory = new RequestMemory(ctx.workspace.id, printLimits(ctx, terms.startedAt).deadline);
  try {
    const lane = await sendToContainer(ctx, terms, { ...unread, memory });
    const close = () => {
      memory.release();
      terms.inBackground(lane.discard());
    };
    return { lane, close };
  } catch (error) {
    memory.release();
    throw error;
  }
}

export interface ReadBody {
  readonly body: GenerateRequest;
  /** With the fields that the schema does not know. */
  readonly json: unknown;
  /** Has the memory of the body. */
  readonly memory: RequestMemory;
}

export function openEdgeLane(ctx: Ctx, terms: LaneTerms, { body, json, memory }: ReadBody): Lane {
  const unknownFields = body.options?.report === true ? findUnknownFields(json) : NO_UNKNOWN_FIELDS;
  return edgeLane(ctx.services.renderer, {
    body,
    unknownFields,
    memory,
    linearize: async (input, limits, signal) => {
      // Loaded at first use, like all that most generations do not need.
      const { linearizePdf } = await import('./linearize.ts');
      return linearizePdf({ container: ctx.services.container, limits, signal }, input);
    },
    // For a small body whose document is large.
    openBulkLane: async (plan) => {
      const inPlan = { ...ctx, workspace: { ...ctx.workspace, plan } };
      const text = new TextEncoder().encode(JSON.stringify(json));
      const instance = await findInstance(inPlan, terms.startedAt, text.byteLength);
      const stream = new Blob([text]).stream();
      return instance && sendToContainer(inPlan, terms, { instance, body: stream, memory });
    },
  });
}

async function sendToContainer(
  ctx: Ctx,
  { startedAt, signal, wantsHash, isStrict }: LaneTerms,
  { instance, body, memory }: UnreadBody & { readonly memory: RequestMemory },
): Promise<BulkLane> {
  const { container } = ctx.services;
  if (container === null) throw new Error('A bulk lane without a container');
  const share = printLimits(ctx, startedAt);
  const maxBodyBytes = 2 * PLANS[ctx.workspace.plan].maxHtmlBytes;
  return openBulkLane(instance, container.token, {
    body,
    memory,
    maxBodyBytes,
    deadline: share.deadline,
    share,
    signal,
    wantsHash,
    isStrict,
  });
}
