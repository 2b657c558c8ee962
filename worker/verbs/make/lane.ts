import type { PrintLimits } from '@platen/print-engine';
import type { PrintedPdf } from '../../../renderer/renderer.ts';
import type { MediaType } from '../../../schema/media-types.ts';
import type { GenerationMethod } from '../../../schema/api/sources.ts';
import type { PlanId } from '../../../schema/plans.ts';
import type { RequestMemory } from '../../lib/memory/request-memory.ts';
import type { Template } from '../templates/get-template.ts';

/** The edge lane composes here. The bulk lane sends a large body to a container (decision 21). */
export interface Lane<Document = unknown> {
  /** Null without a template. */
  readonly templateId: string | null;
  readonly method: GenerationMethod;
  readonly wantsReport: boolean;
  /** In pixels. Null if no thumbnail is wanted. */
  readonly thumbnailWidth: number | null;
  /** In this isolate. */
  readonly memory: RequestMemory;
  /** @throws {TemplateError | InvalidComposition} */
  compose(terms: ComposeTerms): Document | Promise<Document>;
  /** @throws {RenderFailure}; in the bulk lane also what `compose` throws */
  print(document: Document, limits: PrintLimits, signal: AbortSignal): Promise<PrintResult>;
}

export interface ComposeTerms {
  readonly workspaceId: string;
  readonly plan: PlanId;
  readonly template: Template | null;
  readonly watermark: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface PrintResult {
  readonly pdf: PrintedPdf;
  /** With the extension of the media type. */
  readonly filename: string;
  readonly mediaType: MediaType;
  /** If the lane composes while it prints. */
  readonly composeMs?: number;
}
