import type { LinkName, PrintJob } from '@platen/pdf';
import type { ReadyDocument } from '../in-page/messages.ts';
import type { PrintedDocument } from '../print/print-document.ts';
import type { PrintRun } from '../print/print-run.ts';

/** Something that few jobs want. The engine calls it only through this, and loads it only for such a job. */
export interface Feature {
  /** Such a job is printed only after its document is loaded and laid out. */
  readonly isWanted: (job: PrintJob) => boolean;
  readonly open: (run: PrintRun) => Promise<FeatureSteps>;
}

/** A feature does these steps in one print, in this order. It has only the steps that it needs. */
export interface FeatureSteps {
  /** Reads or changes the loaded document. */
  readonly inPage?: (loaded: ReadyDocument) => Promise<void>;
  /** Changes the document as it is printed. A document whose pages depend on each other may be printed after two of these. */
  readonly beforePrint?: () => Promise<void>;
  /** Changes the printed pages, or reads the document after its print. */
  readonly after?: (printed: PrintedDocument) => Promise<PrintedDocument>;
  /** Names the links of the PDF. */
  readonly links?: () => readonly LinkName[];
  /** Explains why the PDF cannot be finished. Returns the same error if the feature knows nothing about it. */
  readonly explain?: (error: unknown) => unknown;
}
