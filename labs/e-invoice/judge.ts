import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PROFILES, type EInvoiceProfile } from '../../packages/e-invoice/index.ts';
import { inProject } from '../../scripts/project.ts';
import { ARTIFACTS, libraryPath } from './artifacts.ts';

const RULES = {
  cii: join(ARTIFACTS, 'phive-rules-en16931/external/schematron/1.3.16/cii/EN16931-CII-validation.xslt'),
  ubl: join(ARTIFACTS, 'phive-rules-en16931/external/schematron/1.3.16/ubl/EN16931-UBL-validation.xslt'),
  xrechnung: join(ARTIFACTS, 'phive-rules-xrechnung/external/schematron/3.0.2/XRechnung-CII-validation.xslt'),
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
  const { family } = PROFILES[profile];
  if (family === 'peppol') {
    return {
      schema: ubl(xml.includes('<cn:CreditNote') ? 'CreditNote' : 'Invoice'),
      rules: [RULES.ubl, RULES.peppol],
    };
  }
  const rules = family === 'xrechnung' ? [RULES.cii, RULES.xrechnung] : [RULES.cii];
  return { schema: facturX(family === 'basic' ? 'BASIC' : 'EN16931'), rules };
}

/** Returns the rules that XML breaks. */
export type Judge = (xml: string, profile: EInvoiceProfile) => Promise<readonly string[]>;

/** Lends a judge with the official schemas and rules. It judges one file at a time. */
export async function withJudge<Result>(use: (judge: Judge) => Promise<Result>): Promise<Result> {
  const directory = await mkdtemp(join(tmpdir(), 'platen-e-invoice-'));
  const java = spawn('java', ['-Xmx2g', '-cp', libraryPath(), inProject('labs/e-invoice/Judge.java')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: java.stdout })[Symbol.asyncIterator]();
  const file = join(directory, 'invoice.xml');
  try {
    return await use(async (xml, profile) => {
      const { schema, rules } = judges(profile, xml);
      await writeFile(file, xml);
      java.stdin.write(`${schema}\t${rules.join(',')}\t${file}\n`);
      const answer = await lines.next();
      if (answer.done === true) throw new Error('The judge ended.');
      return answer.value.split(' ').filter((one) => one !== '');
    });
  } finally {
    java.stdin.end();
    await rm(directory, { recursive: true });
  }
}
