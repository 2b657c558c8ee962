import { describe } from 'vitest';
import { testPacked } from '../../support/packed-package.ts';

const PROGRAM = `
import { checkInvoiceXml, makeInvoiceXml, PROFILES } from '@platen/e-invoice';
import { Meter } from '@platen/meter';
const meter = new Meter({ maxWork: 1e9 });
const address = { country: 'DE' };
const lines = [{ name: 'Lamp', quantity: 2, netPrice: '19.90', vat: { category: 'S', rate: 19 } }];
const seller = { name: 'Solar', vatId: 'DE123456789', address };
const data = { number: 'R-1', issueDate: '2026-11-27', dueDate: '2026-12-27', currency: 'EUR', seller, buyer: { name: 'Town', address }, lines };
const { xml } = await makeInvoiceXml(data, 'basic', meter);
const wrong = xml.replace('47.36</ram:DuePayableAmount>', '47.35</ram:DuePayableAmount>');
console.log((await checkInvoiceXml(xml, 'basic', meter)).length, wrong === xml, PROFILES.basic.fileName);
`;

const TYPED = `
import { type EInvoiceProfile, type InvoiceProblem, makeInvoiceXml } from '@platen/e-invoice';
import { Meter } from '@platen/meter';
const profile: EInvoiceProfile = 'peppol';
const meter = new Meter({ maxWork: 1e9 });
const made = await makeInvoiceXml({ number: 'R-1' }, profile, meter);
export const problems: InvoiceProblem[] = 'problems' in made ? made.problems : [];
// @ts-expect-error a profile has a name
await makeInvoiceXml({}, 'zugferd', meter);
`;

describe('@platen/e-invoice, packed and installed in an empty project', () => {
  testPacked({
    folder: 'packages/e-invoice',
    needs: ['packages/meter'],
    program: PROGRAM,
    prints: '0 false factur-x.xml\n',
    typed: TYPED,
  });
});
