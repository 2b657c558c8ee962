import { inProject } from '../../project.ts';
import { JavaProcess } from './java-process.ts';

export interface InvoiceVerdict {
  readonly isValid: boolean;
  /** Of the PDF, by the veraPDF that Mustang has. 0 for XML alone. */
  readonly pdfChecks: number;
  /** Of the XML. */
  readonly xmlChecks: number;
  readonly problems: readonly string[];
}

/** The validator of the Mustang project, which reads one file after the other: PDFs, and XML alone. */
export class Mustang {
  readonly #java = new JavaProcess(inProject('scripts/conformance/mustang'), 'Mustang');

  async validate(path: string): Promise<InvoiceVerdict> {
    const [[verdict, pdfChecks, xmlChecks] = [], ...problems] = await this.#java.ask(path);
    return {
      isValid: verdict === 'valid',
      pdfChecks: Number(pdfChecks),
      xmlChecks: Number(xmlChecks),
      problems: problems.map((problem) => problem.join(': ')),
    };
  }

  stop(): void {
    this.#java.stop();
  }
}
