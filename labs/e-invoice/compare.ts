import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  checkInvoiceXml,
  makeInvoiceXml,
  type EInvoiceProfile,
  type InvoiceData,
} from '../../packages/e-invoice/index.ts';
import { unlimited } from '../../test/support/unlimited.ts';
import { parseXml } from '../../packages/e-invoice/xml/parse.ts';
import { inProject } from '../../scripts/project.ts';
import { ARTIFACTS, libraryPath } from './artifacts.ts';
import { OF_VAT, WHOLE } from '../../packages/e-invoice/test/support/invoices.ts';
import { mutationsOf } from '../../packages/e-invoice/test/support/mutations.ts';

const RULES = {
  cii: join(ARTIFACTS, 'phive-rules-en16931/external/schematron/1.3.16/cii/EN16931-CII-validation.xslt'),
  ubl: join(ARTIFACTS, 'phive-rules-en16931/external/schematron/1.3.16/ubl/EN16931-UBL-validation.xslt'),
  xrechnung: join(ARTIFACTS, 'validator/xslt/XR_30/XRechnung-CII-validation.xslt'),
  peppol: join(
    ARTIFACTS,
    'phive-rules-peppol/external/schematron/openpeppol/2026.5/xslt/PEPPOL-EN16931-UBL.xslt',
  ),
};

const facturX = (profile: string): string =>
  join(
    ARTIFACTS,
    `phive-rules-zugferd/external/schemas/2.4/${profile.toLowerCase()}/FACTUR-X_${profile}.xsd`,
  );
const ubl = (name: string): string => join(ARTIFACTS, `validator/schema/UBL_21/maindoc/UBL-${name}-2.1.xsd`);

/** Returns the schema and the rules for an invoice of a profile. */
function judges(profile: EInvoiceProfile, xml: string): { schema: string; rules: readonly string[] } {
  if (profile === 'peppol') {
    return {
      schema: ubl(xml.includes('<cn:CreditNote') ? 'CreditNote' : 'Invoice'),
      rules: [RULES.ubl, RULES.peppol],
    };
  }
  const rules = profile === 'xrechnung' ? [RULES.cii, RULES.xrechnung] : [RULES.cii];
  return { schema: facturX(profile === 'basic' ? 'BASIC' : 'EN16931'), rules };
}

export interface Case extends Input {
  /** The rules that the file breaks for the official schemas and rules. */
  readonly expected: readonly string[];
  /** The rules that the file breaks for this package. */
  readonly found: readonly string[];
}

interface Input {
  readonly profile: EInvoiceProfile;
  readonly invoice: string;
  /** `as made`, or the name of the change. */
  readonly mutation: string;
  readonly xml: string;
}

/** Makes the invoices of a profile, and each of them with one mistake. */
async function* inputs(
  profile: EInvoiceProfile,
  invoices: Readonly<Record<string, InvoiceData>>,
): AsyncIterable<Input> {
  for (const [name, data] of Object.entries(invoices)) {
    const made = await makeInvoiceXml(data, profile, unlimited());
    if ('problems' in made) throw new Error(`${profile} ${name}: ${JSON.stringify(made.problems)}`);
    yield { profile, invoice: name, mutation: 'as made', xml: made.xml };
    for (const { name: mutation, xml } of mutationsOf(await parseXml(made.xml, unlimited()))) {
      if (!WHOLE.has(name) && !OF_VAT.test(mutation)) continue;
      yield { profile, invoice: name, mutation, xml };
    }
  }
}

/** Checks the same files with the official rules and with this package. */
export async function* compare(
  profile: EInvoiceProfile,
  invoices: Readonly<Record<string, InvoiceData>>,
): AsyncGenerator<Case> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-e-invoice-'));
  const java = spawn('java', ['-Xmx2g', '-cp', libraryPath(), inProject('labs/e-invoice/Judge.java')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: java.stdout })[Symbol.asyncIterator]();
  try {
    const file = join(directory, 'invoice.xml');
    for await (const input of inputs(profile, invoices)) {
      const { schema, rules } = judges(profile, input.xml);
      await writeFile(file, input.xml);
      java.stdin.write(`${schema}\t${rules.join(',')}\t${file}\n`);
      const answer = await lines.next();
      if (answer.done === true) throw new Error('The judge ended.');
      const expected = answer.value.split(' ').filter((one) => one !== '');
      const found = [
        ...new Set((await checkInvoiceXml(input.xml, profile, unlimited())).map(({ rule }) => rule)),
      ].toSorted();
      yield { ...input, expected, found };
    }
  } finally {
    java.stdin.end();
    await rm(directory, { recursive: true });
  }
}
