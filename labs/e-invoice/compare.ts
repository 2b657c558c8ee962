import {
  checkInvoiceXml,
  makeInvoiceXml,
  type EInvoiceProfile,
  type InvoiceData,
} from '../../packages/e-invoice/index.ts';
import { unlimited } from '../../test/support/unlimited.ts';
import { parseXml } from '../../packages/e-invoice/xml/parse.ts';
import type { Judge } from './judge.ts';
import { OF_VAT, WHOLE } from '../../packages/e-invoice/test/support/invoices.ts';
import { mutationsOf } from '../../packages/e-invoice/test/support/mutations.ts';

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
  judge: Judge,
): AsyncGenerator<Case> {
  for await (const input of inputs(profile, invoices)) {
    const expected = await judge(input.xml, profile);
    const found = [
      ...new Set((await checkInvoiceXml(input.xml, profile, unlimited())).map(({ rule }) => rule)),
    ].toSorted();
    yield { ...input, expected, found };
  }
}
