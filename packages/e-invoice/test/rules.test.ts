import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkInvoiceXml, makeInvoiceXml, type EInvoiceProfile } from '../index.ts';
import { parseXml } from '../xml/parse.ts';
import { BASIC_INVOICES, INVOICES } from './support/invoices.ts';
import { mutationsOf } from './support/mutations.ts';

type Judged = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

const read = (profile: EInvoiceProfile): Judged =>
  JSON.parse(readFileSync(new URL(`fixtures/judged-${profile}.json`, import.meta.url), 'utf8')) as Judged;

/** BT-24 is a rule of this package. Where the structure is broken, the rules say little. */
function rulesOf(xml: string, profile: EInvoiceProfile): string[] {
  const rules = [...new Set(checkInvoiceXml(xml, profile).map(({ rule }) => rule))];
  return rules.includes('XSD')
    ? ['XSD']
    : rules.filter((rule) => !/^(?:PROFILE$|BR-DE-21$|UBL-SR)/.test(rule));
}

/** `npm run tool -- e-invoice-rules --record` writes what the rules of CEN, KoSIT and Peppol say of these files. */
describe.each(['basic', 'en16931', 'peppol'] as const)('invoices with one mistake: %s', (profile) => {
  const invoices = profile === 'basic' ? BASIC_INVOICES : INVOICES;

  test.each(Object.entries(read(profile)))('%s', (name, judged) => {
    const made = makeInvoiceXml(invoices[name] ?? {}, profile);
    if ('problems' in made) throw new Error(JSON.stringify(made.problems));
    const wanted = new Set(Object.keys(judged));
    const found = new Map([['as made', rulesOf(made.xml, profile)]]);
    for (const { name: mutation, xml } of mutationsOf(parseXml(made.xml), wanted))
      found.set(mutation, rulesOf(xml, profile));
    for (const [mutation, rules] of Object.entries(judged)) {
      expect(found.get(mutation)?.toSorted(), mutation).toEqual([...rules].toSorted());
    }
  });
});
