import { RendererUnavailable } from '@platen/print-engine';
import { EDGE_MAX_BYTES } from '../../../../compose/template-limits.ts';
import type { ContainerFetch } from '../../../../renderer/container/host.ts';
import type { Ctx } from '../../../ctx.ts';
import { RequestMemory } from '../../../lib/memory/request-memory.ts';
import { printLimits } from '../print-limits.ts';
import type { Means } from '../production.ts';
import { findContainerWithCapacity, holdBody, type UnreadBody } from './held-body.ts';
import type { BulkLane, Lane } from './lane.ts';

/** Larger bodies go to the container unread, if there is one. Several of this size fit into an isolate at once. */
const EDGE_LANE_BYTES = 4_000_000;

/** Returns whether the container reads a body of this size. @param bytes infinite if unknown */
export const isBulk = ({ services }: Ctx, bytes: number): boolean =>
  services.container !== null && bytes > EDGE_LANE_BYTES;

/**
 * A container for a body that this isolate does not read. It is null if the body must be read here, because no container has
 * capacity.
 *
 * @throws {RendererUnavailable} no container has capacity, and the body is too large for an isolate
 */
export async function findContainer(
  ctx: Ctx,
  startedAt: number,
  bytes: number,
): Promise<ContainerFetch | null> {
  const { container } = ctx.services;
  const instance =
    container && (await findContainerWithCapacity(container, printLimits(ctx, startedAt), bytes));
  if (instance !== null || bytes <= EDGE_MAX_BYTES || bytes === Infinity) return instance;
  throw new RendererUnavailable('no container has capacity');
}

/** The caller closes it, after the print or without one. */
export interface OpenLane<Opened extends Lane = Lane> {
  readonly lane: Opened;
  readonly close: () => void;
}

/** The container reads the body and holds it. @throws as `holdBody` */
export async function openBulkLane(
  ctx: Ctx,
  { startedAt, signal, inBackground }: Pick<Means, 'startedAt' | 'signal' | 'inBackground'>,
  unread: UnreadBody,
): Promise<OpenLane<BulkLane>> {
  const limits = printLimits(ctx, startedAt);
  const memory = new RequestMemory(ctx.workspace.id, limits.deadline);
  try {
    const held = await holdBody({ ctx, limits, signal }, unread);
    const { id: _id, bodyHash: _hash, ...summary } = held.summary;
    const close = () => {
      memory.release();
      inBackground(held.discard());
    };
    return { lane: { kind: 'bulk', ...summary, memory, held }, close };
  } catch (error) {
    memory.release();
    throw error;
  }
}
