import { inProject } from '../../../scripts/project.ts';
import { JavaProcess } from './java-process.ts';

export interface InvoiceVerdict {
  readonly isValid: boolean;
  /** The number of checks of the PDF, by the veraPDF in Mustang. It is 0 for XML alone. */
  readonly pdfChecks: number;
  /** The number of rules of the XML that applied. */
  readonly xmlChecks: number;
  readonly problems: readonly string[];
}

const ARTIFACT = 'org.mustangproject:Mustang-CLI:2.26.0';

/** The validator of the Mustang project, with a veraPDF of its own. It reads PDFs, and XML alone, one file after the other. */
export class Mustang {
  readonly #java = new JavaProcess(inProject('labs/conformance/java/mustang'), 'Mustang', ARTIFACT);

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
