import { expect, test } from 'vitest';
import { Random } from '../../../test/support/random.ts';
import { unlimited } from '../../../test/support/unlimited.ts';
import { checkInvoiceXml, makeInvoiceXml, type EInvoiceProfile } from '../index.ts';
import { BASIC_INVOICES, INVOICES } from './support/invoices.ts';
import { mutateData } from './support/mutated-data.ts';

const COUNT = 400;

test.each(['basic', 'en16931', 'xrechnung', 'peppol'] as const satisfies EInvoiceProfile[])(
  'changed data makes an invoice that the checks of XML accept, or is refused with a rule and a field: %s',
  async (profile) => {
    const random = Random.seeded(52);
    const outcomes = { made: 0, refused: 0 };
    for (let number = 0; number < COUNT / 4; number += 1) {
      const [name, original] = random.pick(Object.entries(profile === 'basic' ? BASIC_INVOICES : INVOICES));
      const { data, changed } = mutateData(original, random);
      const made = await makeInvoiceXml(data, profile, unlimited());
      const where = `${number}: ${name}, ${changed.join(', ')}`;
      if ('xml' in made) {
        outcomes.made += 1;
        expect(await checkInvoiceXml(made.xml, profile, unlimited()), where).toEqual([]);
      } else {
        outcomes.refused += 1;
        for (const { rule, field } of made.problems) {
          expect(rule, where).not.toBe('');
          expect(field, where).not.toBe('');
        }
      }
    }
    expect(outcomes.made).toBeGreaterThan(10);
    expect(outcomes.refused).toBeGreaterThan(10);
  },
);
