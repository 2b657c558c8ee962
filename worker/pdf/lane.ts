import type { PrintLimits } from '@platen/print-engine';
import type { PrintedPdf } from '../../renderer/renderer.ts';
import type { PlanId } from '../../schema/plans.ts';
import type { Template } from '../templates/get-template.ts';

/**
 * Where a valid request is composed and printed. The edge lane composes in this isolate. The bulk lane sends a body
 * that is too large for an isolate to a container (design note 21).
 */
export interface Lane<Document = unknown> {
  /** Null for raw HTML. */
  readonly templateId: string | null;
  /** Whether the response includes the render report. */
  readonly wantsReport: boolean;
  /** @throws {TemplateError | InvalidComposition} */
  compose(terms: ComposeTerms): Document;
  /** @throws {RenderFailure}; the bulk lane also throws what `compose` throws */
  print(document: Document, limits: PrintLimits): Promise<PrintResult>;
}

/** What the Worker knows about an admitted request, beyond its body. */
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
  /** Ends in `.pdf`. */
  readonly filename: string;
  /** How long composing took, if the lane composes while it prints. */
  readonly composeMs?: number;
}
