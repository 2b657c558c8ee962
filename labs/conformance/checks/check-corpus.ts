import type { Attachment, Metadata, PdfaLevel } from '@platen/pdf';
import { type Print, withPrinter } from '../../with-printer.ts';
import { checkChanges, checkDefects } from './check-changes.ts';
import { checkUa } from './check-ua.ts';
import { archive, type FileCheck } from './check-file.ts';
import type { Sights } from '../../readers/compare-readers.ts';
import { checkForeignFiles } from './check-foreign-files.ts';
import { checkReaders } from './check-readers.ts';
import { type CorpusDocument, type ImpossibleDocument, listDocuments, listImpossible } from './documents.ts';

/** Each level has all rules of the levels after it. */
const LEVELS: readonly PdfaLevel[] = ['2a', '2u', '2b'];

/** The names of documents whose PDF/A files are changed further. */
const [ATTACHMENT, LINKS, PLAIN] = ['attachment', 'links', 'table'] as const;

const NO_METADATA: Metadata = {
  title: null,
  author: null,
  subject: null,
  keywords: null,
  creator: null,
  language: null,
};

interface PrintedDocument {
  readonly name: string;
  readonly printed: Uint8Array;
  readonly attachments: readonly Attachment[];
  readonly before: Sights;
}

/** Prints documents, makes PDF/A and PDF/UA files from them, and checks each file with veraPDF and other readers. */
export class CorpusCheck {
  readonly #check: FileCheck;
  readonly #kept = new Map<string, Uint8Array>();
  readonly #keptUa = new Map<string, Uint8Array>();

  constructor(check: FileCheck) {
    this.#check = check;
  }

  /** @param all also checks many more documents, which takes minutes */
  async run(all: boolean): Promise<void> {
    await withPrinter(async (print) => {
      for (const document of await listDocuments(all)) await this.#checkDocument(print, document);
      for (const document of listImpossible()) await this.#checkImpossible(print, document);
    });
    const [attachment, links, plain] = [ATTACHMENT, LINKS, PLAIN].map((name) => this.#kept.get(name));
    if (!attachment || !links || !plain) throw new Error('the documents of the corpus are missing');
    await checkChanges(this.#check, links, plain);
    await checkDefects(this.#check, [attachment, links]);
    await checkUa(this.#check, this.#keptUa);
    await checkReaders(this.#check, plain);
    await checkForeignFiles(this.#check, [links, plain], all);
  }

  async #checkDocument(print: Print, { name, job, attachments = [] }: CorpusDocument): Promise<void> {
    const printed = await print(job);
    const before = await this.#check.see(printed);
    /** Returns whether the document can have the level. */
    const make = async (pdfa: PdfaLevel): Promise<boolean> => {
      const made = await archive(printed, { attachments, pdfa });
      if (!(made instanceof Uint8Array)) {
        this.#check.report.note(`${name}, ${pdfa}: refused: ${made[0]}`);
        this.#check.table.addRefusal(name, pdfa, made[0] ?? '');
        return false;
      }
      // A part of a PDF/A-1 is none.
      if (pdfa !== '1b') this.#kept.set(name, made);
      await this.#check.expectValid(made, { document: name, profile: pdfa, before });
      return true;
    };
    for (const level of attachments.length > 0 ? (['3a'] as const) : LEVELS) if (await make(level)) break;
    await make('3b');
    if (attachments.length === 0) await make('1b');
    await this.#checkUa({ name, printed, attachments, before });
  }

  /** Makes one file that is PDF/A and PDF/UA. It sets the title and the language, which some documents of the corpus do not have. */
  async #checkUa({ name, printed, attachments, before }: PrintedDocument): Promise<void> {
    const { table, report } = this.#check;
    const metadata = { ...NO_METADATA, title: name, language: 'en' };
    const made = await archive(printed, { attachments, pdfa: '3b', pdfua: true, metadata });
    if (!(made instanceof Uint8Array)) {
      report.note(`${name}, ua1: refused: ${made[0]}`);
      table.addRefusal(name, 'ua1', made[0] ?? '');
      return;
    }
    this.#keptUa.set(name, made);
    await this.#check.expectValid(made, { document: name, profile: 'ua1', before });
    await this.#check.expectValid(made, { document: name, profile: '3b', before: null });
  }

  async #checkImpossible(print: Print, { name, job, rule, levels }: ImpossibleDocument): Promise<void> {
    const printed = await print(job);
    for (const pdfa of levels) {
      const problems = await archive(printed, { pdfa });
      const isNamed =
        !(problems instanceof Uint8Array) && problems.some((text) => text.includes(`rule ${rule},`));
      if (isNamed) this.#check.report.passed(`${name}, ${pdfa}: refused, rule ${rule}`);
      else this.#check.report.failed(`${name}, ${pdfa}: is not refused with rule ${rule}`);
      this.#check.table.addRefusal(name, pdfa, `rule ${rule}`);
    }
  }
}
