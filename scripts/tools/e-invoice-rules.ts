/** Compares the checks of packages/e-invoice with the rules of CEN, KoSIT and Peppol on mutated invoices. Needs Java and Maven. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { EInvoiceProfile } from '../../packages/e-invoice/index.ts';
import { BASIC_INVOICES, INVOICES } from '../../packages/e-invoice/test/support/invoices.ts';
import { unpackArtifacts } from '../e-invoice/artifacts.ts';
import { compare, type Case } from '../e-invoice/compare.ts';
import { inProject } from '../project.ts';

const { values } = parseArgs({
  options: {
    profile: { type: 'string' },
    show: { type: 'string', default: '1' },
    /** Keep one file of each set of rules that all agree on, for the tests. */
    record: { type: 'boolean', default: false },
  },
});
const PROFILES: readonly EInvoiceProfile[] = ['basic', 'en16931', 'xrechnung', 'peppol'];

/** For these, what they add to EN 16931 is compared, on fewer invoices. */
const FEW = new Set(['simple', 'rich', 'direct debit', 'credit note', 'exempt', 'not subject']);

const invoicesFor = (profile: EInvoiceProfile): typeof INVOICES => {
  if (profile === 'basic') return BASIC_INVOICES;
  if (profile !== 'xrechnung') return INVOICES;
  return Object.fromEntries(Object.entries(INVOICES).filter(([name]) => FEW.has(name)));
};

/** Rules of a syntax are not business rules: where one breaks, this package reports the structure, if it reports anything. */
const isSyntaxRule = (rule: string): boolean => /^(?:CII|UBL)-|^ERROR$/.test(rule);

/** BT-24 is not compared: that an invoice is of its profile is a rule of this package. */
const isOurs = (rule: string): boolean => rule === 'PROFILE' || rule === 'BR-DE-21';

interface Sets {
  readonly theirs: readonly string[];
  readonly ours: readonly string[];
}

function setsOf({ expected, found }: Case): Sets {
  // The two say the same.
  const renamed = expected.map((rule) => (rule === 'CII-SR-470' ? 'BR-61' : rule));
  const theirs = renamed.filter((rule) => !isSyntaxRule(rule) || found.includes(rule));
  const ours = found.filter((rule) => !isOurs(rule));
  if (theirs.length < renamed.length && ours.includes('XSD')) theirs.push('XSD');
  // Where the structure is broken, the rules say little: that both find it broken is enough.
  return theirs.includes('XSD') && ours.includes('XSD')
    ? { theirs: ['XSD'], ours: ['XSD'] }
    : { theirs, ours };
}

type Recorded = Record<string, Record<string, Record<string, readonly string[]>>>;

unpackArtifacts();
const recorded: Recorded = {};
const missed: string[] = [];
let [agreed, differing, invalid] = [0, 0, 0];
for (const profile of PROFILES.filter((one) => values.profile === undefined || values.profile === one)) {
  const differences = new Map<string, string[]>();
  const seen = new Set<string>();
  const startedAt = performance.now();
  for await (const one of compare(profile, invoicesFor(profile))) {
    const { theirs, ours } = setsOf(one);
    const name = `${one.invoice}: ${one.mutation}`;
    const all = [
      ...theirs.filter((rule) => !ours.includes(rule)).map((rule) => `only theirs: ${rule}`),
      ...ours.filter((rule) => !theirs.includes(rule)).map((rule) => `only ours: ${rule}`),
    ];
    for (const each of all) {
      const shown = `${name} [theirs ${one.expected.join(' ')}] [ours ${one.found.join(' ')}]`;
      differences.set(each, [...(differences.get(each) ?? []), shown]);
    }
    if (one.expected.length > 0) invalid += 1;
    if (one.expected.length > 0 && one.found.length === 0)
      missed.push(`${profile} ${name} ${one.expected.join(' ')}`);
    if (all.length > 0) differing += 1;
    else {
      agreed += 1;
      const set = ours.toSorted().join(' ');
      if (!seen.has(set)) ((recorded[profile] ??= {})[one.invoice] ??= {})[one.mutation] = ours;
      seen.add(set);
    }
  }
  console.log(`${profile}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  for (const [difference, names] of [...differences].toSorted(
    (left, right) => right[1].length - left[1].length,
  )) {
    console.log(`  ${names.length} x ${difference}`);
    for (const name of names.slice(0, Number(values.show))) console.log(`      ${name}`);
  }
}
console.log(`${agreed} of ${agreed + differing} files agree; ${invalid} of them are invalid.`);
console.log(`${missed.length} invalid files are valid for this package:`);
for (const one of missed) console.log(`  ${one}`);
if (values.record) {
  const file = inProject('packages/e-invoice/test/fixtures/judged.json');
  await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
}
