import type { GenerateRequest } from '../../../../schema/api/generate.ts';
import { writeMeta } from '../../../../schema/api/meta.ts';
import { findMethod, type GenerationMethod } from '../../../../schema/api/sources.ts';
import type { AssetSource } from '../../../../compose/assets/asset-source.ts';
import type { RequestMemory } from '../../../lib/memory/request-memory.ts';
import type { HeldBody } from './held-body.ts';

/** The way of a request: the edge lane composes in this isolate, the bulk lane in a container (decision 21). */
export type Lane = EdgeLane | BulkLane;

interface Generation {
  /** It is null without a template. */
  readonly templateId: string | null;
  readonly method: GenerationMethod;
  readonly wantsReport: boolean;
  /** The width of the thumbnail in pixels. It is null if no thumbnail is wanted. */
  readonly thumbnailWidth: number | null;
  /** The `meta` of the request, as JSON. */
  readonly meta: string | null;
  /** The memory of this isolate that the request holds. */
  readonly memory: RequestMemory;
}

export interface ReadBody {
  readonly body: GenerateRequest;
  /** The body as JSON, with the fields that the schema does not know. */
  readonly json: unknown;
  /** It holds the memory of the body already. */
  readonly memory: RequestMemory;
  /** Files that came with the request. They take the place of the assets of the workspace. Default: none came. */
  readonly files?: AssetSource;
}

/** The lane of a body that is in the memory of this isolate. */
export interface EdgeLane extends Generation, ReadBody {
  readonly kind: 'edge';
}

/** The lane of a body that a container has read and holds. */
export interface BulkLane extends Generation {
  readonly kind: 'bulk';
  readonly held: HeldBody;
}

export const edgeLane = ({ body, json, memory, ...files }: ReadBody): EdgeLane => ({
  kind: 'edge',
  templateId: body.templateId ?? null,
  method: findMethod(body),
  wantsReport: body.options?.report === true,
  thumbnailWidth: body.thumbnail?.width ?? null,
  meta: writeMeta(body.meta),
  memory,
  body,
  json,
  ...files,
});
