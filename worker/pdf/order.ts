import type { PrintedPdf } from '../../renderer/renderer.ts';
import type { PlanId } from '../../schema/plans.ts';
import type { Phases } from '../phases.ts';
import type { Template } from '../templates/get-template.ts';

/** What a valid request asks for, in whichever lane its body was read. */
export interface PdfOrder {
  /** Null for raw HTML. */
  readonly templateId: string | null;
  /** Whether the answer carries the render report. */
  readonly wantsReport: boolean;
  /**
   * Composes and prints, once.
   *
   * @throws {TemplateError | InvalidComposition} from compose
   * @throws {RenderFailure} from print
   */
  make(terms: OrderTerms): Promise<MadePdf>;
}

/** What the worker adds to an order that it has admitted. */
export interface OrderTerms {
  readonly workspaceId: string;
  readonly plan: PlanId;
  /** Epoch milliseconds. */
  readonly deadline: number;
  readonly template: Template | null;
  readonly watermark: string | null;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly phases: Phases;
}

export interface MadePdf {
  readonly pdf: PrintedPdf;
  /** Ends in `.pdf`. */
  readonly filename: string;
}
