import {
  PdfTooLarge,
  type PrintedPdf,
  PrintFailed,
  PrintTimeout,
  RenderFailure,
  type RenderReport,
  UnprintableJob,
} from './renderer.ts';

/**
 * What a print comes to, in a form that survives RPC and HTTP, where the class of an error does not.
 * `busy` is no failure: the job was not begun and may go elsewhere.
 */
export type PrintOutcome =
  | {
      readonly kind: 'printed';
      readonly body: Uint8Array | ReadableStream<Uint8Array>;
      readonly sizeBytes: number;
      readonly report: RenderReport;
    }
  | { readonly kind: RenderFailure['kind'] | 'busy'; readonly message: string };

export function outcomeOfError(error: unknown): PrintOutcome {
  if (error instanceof RenderFailure) return { kind: error.kind, message: error.message };
  return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
}

/** @throws {RenderFailure} the failure that the outcome tells of */
export function printedOrThrow(outcome: PrintOutcome): PrintedPdf {
  switch (outcome.kind) {
    case 'printed': {
      const { body, sizeBytes, report } = outcome;
      return { body: body instanceof ReadableStream ? body : streamOf(body), sizeBytes, report };
    }
    case 'timeout':
      throw new PrintTimeout(outcome.message);
    case 'too-large':
      throw new PdfTooLarge(outcome.message);
    case 'unprintable':
      throw new UnprintableJob(outcome.message);
    case 'busy':
    case 'failed':
      throw new PrintFailed(outcome.message);
  }
}

const streamOf = (bytes: Uint8Array): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
