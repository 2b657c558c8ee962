import type { ReadyDocument } from '../in-page/messages.ts';
import { remainingMs } from '../print-limits.ts';
import { loadDocument } from '../print/load-document.ts';
import { toFirstPages, toDocumentParameters } from '../print/print-parameters.ts';
import type { PrintRun } from '../print/print-run.ts';

const COMMAND_MS = 5_000;

interface LoadedDocument {
  readonly loaded: ReadyDocument;
  readonly early: EarlyPrint | null;
}

/** Loads a document. The print of a static one is sent together with it. */
export async function loadAndPrintEarly(run: PrintRun): Promise<LoadedDocument> {
  const loading = loadDocument(run);
  const early = EarlyPrint.begin(run);
  loading.catch(() => early?.discard());
  return { loaded: await loading, early };
}

/** The print of a static document, which is sent together with the document. This saves a round trip (decision 67). */
export class EarlyPrint {
  readonly #run: PrintRun;
  /** The handle of a stream. If it fails, the document is printed again, and that reports it. */
  readonly #stream: Promise<string | null>;

  private constructor(run: PrintRun) {
    this.#run = run;
    this.#stream = sendPrint(run).catch(() => null);
  }

  /** Returns null if the document has to be ready first. Call it after the commands that set the document and wait for it. */
  static begin(run: PrintRun): EarlyPrint | null {
    return run.shortcuts.isPrintedEarly ? new EarlyPrint(run) : null;
  }

  /** Returns null if it began before the document was ready: print it now. */
  async take({ isPrinting }: ReadyDocument): Promise<string | null> {
    if (!isPrinting) return this.#stream;
    this.discard();
    return null;
  }

  /** The stream would stay in the browser as long as its page. */
  discard(): void {
    const close = (handle: string) => this.#run.page.send('IO.close', { handle }, COMMAND_MS);
    void this.#stream.then((handle) => (handle === null ? null : close(handle))).catch(() => {});
  }
}

async function sendPrint({ page, job, limits }: PrintRun): Promise<string | null> {
  const parameters = toDocumentParameters(job, toFirstPages(limits));
  const { stream } = await page.send('Page.printToPDF', parameters, remainingMs(limits));
  return stream ?? null;
}
