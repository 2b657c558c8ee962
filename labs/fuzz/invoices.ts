import { makeInvoiceXml, type EInvoiceProfile } from '../../packages/e-invoice/index.ts';
import { BASIC_INVOICES, INVOICES } from '../../packages/e-invoice/test/support/invoices.ts';
import { mutateData } from '../../packages/e-invoice/test/support/mutated-data.ts';
import { Random, type RandomRuns } from '../../test/support/random.ts';
import { unlimited } from '../../test/support/unlimited.ts';
import { unpackArtifacts } from '../e-invoice/artifacts.ts';
import { withJudge } from '../e-invoice/judge.ts';

const PROFILES: readonly EInvoiceProfile[] = ['basic', 'en16931', 'xrechnung', 'peppol'];

/** Makes invoices of changed data. Each is valid for the official schemas and rules, or refused with a rule and a field. Needs Java and Maven. */
export async function fuzzInvoices({
  seed,
  count,
  only,
}: RandomRuns): Promise<{ summary: string; failures: readonly string[] }> {
  unpackArtifacts();
  const failures: string[] = [];
  let made = 0;
  const numbers = only === undefined ? Array.from({ length: count }, (_, number) => number) : [only];
  await withJudge(async (judge) => {
    for (const number of numbers) {
      const random = Random.seeded(seed + number);
      const profile = random.pick(PROFILES);
      const [name, original] = random.pick(Object.entries(profile === 'basic' ? BASIC_INVOICES : INVOICES));
      const { data, changed } = mutateData(original, random);
      const result = await makeInvoiceXml(data, profile, unlimited());
      const where = `${number}: ${profile} ${name} with ${changed.join(', ')}`;
      if ('xml' in result) {
        made += 1;
        const broken = await judge(result.xml, profile);
        if (broken.length > 0) failures.push(`${where} was made, and breaks ${broken.join(' ')}`);
      } else if (result.problems.some(({ rule, field }) => rule === '' || field === ''))
        failures.push(`${where} was refused without a field: ${JSON.stringify(result.problems)}`);
    }
  });
  const summary = `${made} invoices were made, and ${numbers.length - made} refused with a rule and a field.`;
  return { summary, failures };
}
