import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkInvoiceXml, makeInvoiceXml, type EInvoiceProfile } from '../index.ts';
import { parseXml } from '../xml/parse.ts';
import { unlimited } from '../../../test/support/unlimited.ts';
import { BASIC_INVOICES, INVOICES } from './support/invoices.ts';
import { mutationsOf } from './support/mutations.ts';

type Judged = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const read = (profile: EInvoiceProfile): Judged =>
  JSON.parse(readFileSync(new URL(`fixtures/judged-${profile}.json`, import.meta.url), 'utf8')) as Judged;

/** BT-24, `FX-SCH` and `UBL-SR` are not in the rules of CEN, and the files were judged before it had UBL-SR-43 and UBL-SR-53. */
const isCompared = (rule: string): boolean => !/^(?:PROFILE$|BR-DE-21$|FX-SCH$|UBL-SR)/.test(rule);

/** If the structure is broken, the other rules do not count. */
async function rulesOf(xml: string, profile: EInvoiceProfile): Promise<string[]> {
  const rules = [...new Set((await checkInvoiceXml(xml, profile, unlimited())).map(({ rule }) => rule))];
  return rules.includes('XSD') ? ['XSD'] : rules.filter(isCompared);
}

/** `npm run tool -- e-invoice-rules --record` writes the results of the rules of CEN, KoSIT and Peppol for these files. */
describe.each(['basic', 'en16931', 'xrechnung', 'peppol'] as const)(
  'invoices with one mistake: %s',
  (profile) => {
    const invoices = profile === 'basic' ? BASIC_INVOICES : INVOICES;

    test.each(Object.entries(read(profile)))('%s', async (name, judged) => {
      const made = await makeInvoiceXml(invoices[name] ?? {}, profile, unlimited());
      if ('problems' in made) throw new Error(JSON.stringify(made.problems));
      const wanted = new Set(Object.keys(judged));
      const found = new Map([['as made', await rulesOf(made.xml, profile)]]);
      for (const { name: mutation, xml } of mutationsOf(await parseXml(made.xml, unlimited()), wanted))
        found.set(mutation, await rulesOf(xml, profile));
      for (const [mutation, rules] of Object.entries(judged)) {
        expect(found.get(mutation)?.toSorted(), mutation).toEqual(rules.filter(isCompared).toSorted());
      }
    });
  },
);
