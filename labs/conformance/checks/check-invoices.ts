import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unlimited } from '../../../test/support/unlimited.ts';
import { addInvoice, type Composition, compose } from '../../../compose/compose.ts';
import { withInvoice } from '../../../compose/e-invoice/compose-e-invoice.ts';
import { loadInvoiceMaker } from '../../../compose/e-invoice/load-e-invoice.ts';
import { E_INVOICE_PROFILES, type EInvoiceOptions } from '../../../schema/api/e-invoice.ts';
import { readStarter } from '../../../scripts/generate/read-starter.ts';
import { type Print, withPrinter } from '../../with-printer.ts';
import { type CorpusReport, finish } from './check-file.ts';
import { applyDefect } from './defects.ts';
import { INVOICE_DEFECTS, WRONG_TOTAL } from './invoice-defects.ts';
import type { InvoiceVerdict, Mustang } from './mustang.ts';

const maker = await loadInvoiceMaker({ eInvoice: {} });

/** The fields of the starter that the profile BASIC does not have. */
const NOT_BASIC = new Set(['contact', 'legalInformation', 'accountName', 'description']);

const withoutFields = (fields: object, left: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !left.has(name))
      .map(([name, value]) => [name, withoutInner(value, left)]),
  );

function withoutInner(value: unknown, left: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutInner(one, left));
  return typeof value === 'object' && value !== null ? withoutFields(value, left) : value;
}

/** Composes the starter with an invoice of the profile in the options. */
async function composeStarter(eInvoice: EInvoiceOptions): Promise<Composition> {
  const { content, settings, data } = await readStarter('e-invoice');
  const planned = compose({
    meter: unlimited(),
    content: content,
    template: { name: 'E-invoice', settings },
    data: eInvoice.profile === 'basic' ? withoutFields(data, NOT_BASIC) : data,
    options: { eInvoice },
    invoiceMaker: maker,
    filename: null,
    maxHtmlBytes: 1_000_000,
    watermark: null,
    now: 0,
  });
  return addInvoice(planned, maker, unlimited());
}

/** Prints invoices of each profile from each source, and checks them with Mustang. */
export class InvoiceCheck {
  readonly #mustang: Mustang;
  readonly #directory: string;
  readonly #report: CorpusReport;

  constructor(mustang: Mustang, directory: string, report: CorpusReport) {
    this.#mustang = mustang;
    this.#directory = directory;
    this.#report = report;
  }

  async run(): Promise<void> {
    await withPrinter(async (print) => {
      for (const profile of E_INVOICE_PROFILES) await this.#checkProfile(print, profile);
      await this.#checkDefects(print);
    });
  }

  async #checkProfile(print: Print, profile: (typeof E_INVOICE_PROFILES)[number]): Promise<void> {
    const fromData = await composeStarter({ profile });
    const xml = fromData.eInvoice?.xml ?? '';
    const xmlTemplate = xml
      .replaceAll('2026-0417', '{{number}}')
      .replaceAll('Köhler &amp; Söhne GmbH', '{{buyer.name}}');
    const sources = {
      data: fromData,
      xml: await composeStarter({ profile, xml }),
      xmlTemplate: await composeStarter({ profile, xmlTemplate }),
    };
    // The XML alone must be valid too.
    this.#expectValid(`${profile}, XML`, await this.#validate('xml', xml), 0);
    for (const [source, composition] of Object.entries(sources)) {
      const name = `${profile} from ${source}`;
      if (composition.eInvoice?.xml !== xml) this.#report.failed(`${name}: has other XML`);
      else if (composition.job.finish?.facturX)
        this.#expectValid(name, await this.#validate('pdf', await print(composition.job)), 1);
      else this.#report.passed(`${name}: has the same XML`);
    }
  }

  /** Checks that Mustang sees each defect. If it does not, its verdict on the other files proves nothing. */
  async #checkDefects(print: Print): Promise<void> {
    const composition = await composeStarter({ profile: 'en16931' });
    const pdf = await print(composition.job);
    for (const defect of INVOICE_DEFECTS)
      this.#expectInvalid(defect.name, await this.#validate('pdf', applyDefect(pdf, defect)));
    const { job, eInvoice } = composition;
    if (eInvoice === null || maker === null) throw new Error('The starter has no invoice');
    const plain = await print({ ...job, finish: null });
    const wrong = { ...eInvoice, xml: eInvoice.xml.replaceAll(WRONG_TOTAL.from, WRONG_TOTAL.to) };
    const made = {
      [WRONG_TOTAL.name]: withInvoice(null, wrong, maker),
      'no fx: in the XMP': { ...withInvoice(null, eInvoice, maker), facturX: null },
    };
    for (const [name, changes] of Object.entries(made)) {
      const finished = await finish(plain, { ...changes, watermark: null });
      this.#expectInvalid(name, await this.#validate('pdf', finished));
    }
  }

  async #validate(extension: 'pdf' | 'xml', content: Uint8Array | string): Promise<InvoiceVerdict> {
    const path = join(this.#directory, `invoice.${extension}`);
    await writeFile(path, content);
    return this.#mustang.validate(path);
  }

  /** @param minPdfChecks fewer checks fail, because a validator that checks nothing finds no problem */
  #expectValid(
    name: string,
    { isValid, pdfChecks, xmlChecks, problems }: InvoiceVerdict,
    minPdfChecks: number,
  ) {
    const counts = `${name}: ${pdfChecks} checks of the PDF and ${xmlChecks} rules of the XML, by Mustang`;
    if (isValid && xmlChecks > 0 && pdfChecks >= minPdfChecks) this.#report.passed(counts);
    else this.#report.failed(`${counts}; ${isValid ? 'valid' : 'invalid'}`);
    for (const problem of problems) this.#report.note(problem);
  }

  #expectInvalid(name: string, { isValid, problems }: InvoiceVerdict): void {
    if (isValid) this.#report.failed(`defect not seen by Mustang: ${name}`);
    else this.#report.passed(`defect seen by Mustang: ${name} (${problems[0] ?? 'by its checks of PDF/A'})`);
  }
}
