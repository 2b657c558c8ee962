import type { PrintLimits } from '@platen/print-engine';
import { composeRequest } from '../../../compose/compose-request.ts';
import { normaliseFilename } from '../../../compose/filename.ts';
import { EDGE_MARKDOWN_CHARS, loadMarkdown } from '../../../compose/markdown/load-markdown.ts';
import type { UnknownFields } from '../../../compose/unknown-fields/index.ts';
import type { Renderer } from '../../../renderer/renderer.ts';
import type { GenerateRequest } from '../../../schema/api/generate.ts';
import { mediaTypeOf } from '../../../schema/api/output.ts';
import { findMethod } from '../../../schema/api/sources.ts';
import { extensionOf } from '../../../schema/media-types.ts';
import { type PlanId, PLANS } from '../../../schema/plans.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { BulkLane } from './bulk-lane.ts';
import { composeAtEdge } from './compose-at-edge.ts';
import type { LinearizedPdf, LinearizeInput } from './linearize.ts';
import type { ComposeTerms, Lane, PrintResult } from './lane.ts';

type Print = (limits: PrintLimits, signal: AbortSignal) => Promise<PrintResult>;

export interface EdgeRequest {
  readonly body: GenerateRequest;
  readonly unknownFields: UnknownFields;
  readonly memory: RequestMemory;
  /** After the print, for a job that asks for it. */
  readonly linearize: (
    input: LinearizeInput,
    limits: PrintLimits,
    signal: AbortSignal,
  ) => Promise<LinearizedPdf>;
  /** Sends the body to a container. Null if there is none, or if it has no capacity. */
  readonly openBulkLane: (plan: PlanId) => Promise<BulkLane | null>;
}

/** For a body that is in the memory of this isolate. */
export function edgeLane(
  renderer: Renderer,
  { body, unknownFields, memory, linearize, openBulkLane }: EdgeRequest,
): Lane<Print> {
  const extension = extensionOf(mediaTypeOf(body.output));
  const filename = body.filename === undefined ? null : normaliseFilename(body.filename, extension);
  const thumbnailWidth = body.thumbnail?.width ?? null;
  const printHere =
    ({ job, filename: name, mediaType }: ReturnType<typeof composeRequest>): Print =>
    async (limits, signal) => {
      const printed = await renderer.print({ ...job, thumbnailWidth }, limits, signal);
      const pdf =
        job.linearize === true && !job.picture
          ? {
              ...printed,
              ...(await linearize({ ...printed, encryption: job.finish?.encryption }, limits, signal)),
            }
          : printed;
      if (pdf.body instanceof Uint8Array) memory.hold(pdf.sizeBytes);
      return { pdf, filename: name, mediaType };
    };
  const printInContainer = async (terms: ComposeTerms): Promise<Print | null> => {
    const bulk = await openBulkLane(terms.plan);
    return bulk && (async (limits, signal) => bulk.print(await bulk.compose(terms), limits, signal));
  };
  return {
    memory,
    templateId: body.templateId ?? null,
    method: findMethod(body),
    wantsReport: body.options?.report === true,
    thumbnailWidth,
    compose: async (terms) => {
      const markdown = await loadMarkdown(body, EDGE_MARKDOWN_CHARS);
      return composeAtEdge<Print>(memory, {
        maxHtmlBytes: PLANS[terms.plan].maxHtmlBytes,
        templateChars: terms.template?.content.length ?? 0,
        compose: (limits) =>
          printHere(composeRequest({ body, filename, unknownFields, markdown, ...terms, limits })),
        elsewhere: () => printInContainer(terms),
      });
    },
    print: (print, limits, signal) => print(limits, signal),
  };
}
