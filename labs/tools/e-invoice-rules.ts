/** Compares packages/e-invoice with the rules of CEN, KoSIT and Peppol on wrong invoices. Needs Java and Maven. */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { EInvoiceProfile } from '../../packages/e-invoice/index.ts';
import { BASIC_INVOICES, INVOICES } from '../../packages/e-invoice/test/support/invoices.ts';
import { unpackArtifacts } from '../e-invoice/artifacts.ts';
import { compare, type Case } from '../e-invoice/compare.ts';
import { withJudge, type Judge } from '../e-invoice/judge.ts';
import { inProject } from '../../scripts/project.ts';

const { values } = parseArgs({
  options: {
    profile: { type: 'string' },
    show: { type: 'string', default: '1' },
    /** Compares fewer invoices, in a third of the time. */
    few: { type: 'boolean', default: false },
    /** Keeps one file of each set of rules for the tests, if both programs agree on it. */
    record: { type: 'boolean', default: false },
  },
});
const PROFILES: readonly EInvoiceProfile[] = ['basic', 'en16931', 'xrechnung', 'peppol'];

/** The invoices for XRechnung and for `--few`. They are enough for the rules that a profile adds to EN 16931. */
const FEW = new Set(['simple', 'rich', 'direct debit', 'credit note', 'exempt', 'not subject']);

/** XRechnung requires a rate (BR-DE-14). */
const WITHOUT_RATE = 'not subject';

const invoicesFor = (profile: EInvoiceProfile): typeof INVOICES => {
  if (profile === 'basic') return BASIC_INVOICES;
  if (profile !== 'xrechnung' && !values.few) return INVOICES;
  const isIn = (name: string): boolean =>
    FEW.has(name) && !(profile === 'xrechnung' && name === WITHOUT_RATE);
  return Object.fromEntries(Object.entries(INVOICES).filter(([name]) => isIn(name)));
};

/** Returns whether it is a rule of a syntax. This package reports most of them as a problem of the structure. */
const isSyntaxRule = (rule: string): boolean => /^(?:CII|UBL)-|^ERROR$/.test(rule);

/** Returns whether only this package has the rule. BT-24 is not compared. */
const isOurs = (rule: string): boolean => /^(?:PROFILE$|BR-DE-21$|FX-SCH$|UBL-SR$)/.test(rule);

/** An accepted difference. With `mutation`, it is accepted for these changes alone. */
interface Reason {
  readonly rule: RegExp;
  readonly only: 'ours' | 'theirs';
  readonly profiles: readonly EInvoiceProfile[];
  readonly mutation?: RegExp;
  readonly reason: string;
}

const CII: readonly EInvoiceProfile[] = ['basic', 'en16931', 'xrechnung'];

const REASONS: readonly Reason[] = [
  {
    rule: /^BR-A[FG]-08$/,
    only: 'ours',
    profiles: CII,
    reason: 'The rule for CII has a path that finds nothing.',
  },
  {
    rule: /^BR-O-01$/,
    only: 'ours',
    profiles: CII,
    reason: 'The rule for CII does not require a part of the breakdown.',
  },
  {
    rule: /^BR-(?:S|AF|AG)-01$/,
    only: 'ours',
    profiles: CII,
    reason:
      'The rule for CII counts lines and parts of the breakdown together: two lines without a part are two.',
  },
  {
    rule: /^BR-\w+-0[18]$/,
    only: 'ours',
    profiles: CII,
    mutation: /TypeCode$/,
    reason: 'The rules of CEN count a tax that is not VAT as VAT.',
  },
  {
    rule: /^BR-DE-14$/,
    only: 'ours',
    profiles: ['xrechnung'],
    mutation: /TypeCode$/,
    reason: 'The rules of KoSIT count a tax that is not VAT as VAT.',
  },
  {
    rule: /^BR-\w+-08$|^BR-O-1\d$/,
    only: 'ours',
    profiles: ['peppol'],
    mutation: /TaxScheme/,
    reason: 'The rules of CEN count a tax that is not VAT as VAT.',
  },
  {
    rule: /^BR-O-1[1-4]$/,
    only: 'theirs',
    profiles: CII,
    reason: 'Two rules for CII have one test, so they fail together.',
  },
  {
    rule: /^BR-(?:4[568]|CO-17|DEC-(?:19|20))$/,
    only: 'ours',
    profiles: CII,
    reason: 'The files for CII do not check these rules for the category O.',
  },
  {
    rule: /^BR-CO-25$/,
    only: 'ours',
    profiles: [...CII, 'peppol'],
    reason: 'CEN left it out of its files; Factur-X 1.08 has it.',
  },
  {
    rule: /^BR-(?:29|30|IC-11)$/,
    only: 'theirs',
    profiles: CII,
    mutation: /DateTimeString/,
    reason: 'A date of a wrong format is XSD here.',
  },
  {
    rule: /^(?:XSD|BR-29|BR-30|BR-IC-11)$/,
    only: 'ours',
    profiles: CII,
    mutation: /Date/,
    reason: 'Dates are checked more strictly here.',
  },
];

const reasonFor = (rule: string, only: Reason['only'], { profile, mutation }: Case): Reason | undefined =>
  REASONS.find(
    (one) =>
      one.only === only &&
      one.rule.test(rule) &&
      one.profiles.includes(profile) &&
      (one.mutation === undefined || one.mutation.test(mutation)),
  );

interface Sets {
  readonly theirs: readonly string[];
  readonly ours: readonly string[];
}

function setsOf({ expected, found }: Case): Sets {
  // Both rules have the same meaning.
  const renamed = expected.map((rule) => (rule === 'CII-SR-470' ? 'BR-61' : rule));
  const theirs = renamed.filter((rule) => !isSyntaxRule(rule) || found.includes(rule));
  const ours = found.filter((rule) => !isOurs(rule));
  if (theirs.length < renamed.length && ours.includes('XSD')) theirs.push('XSD');
  // If the structure is broken, the other rules do not count.
  return theirs.includes('XSD') && ours.includes('XSD')
    ? { theirs: ['XSD'], ours: ['XSD'] }
    : { theirs, ours };
}

/** The rules that each mutation of each invoice breaks. */
type Recorded = Record<string, Record<string, readonly string[]>>;

unpackArtifacts();
const missed: string[] = [];
let [agreed, known, differing, invalid] = [0, 0, 0, 0];
async function compareProfile(profile: EInvoiceProfile, judge: Judge): Promise<void> {
  const differences = new Map<string, string[]>();
  const seen = new Set<string>();
  const recorded: Recorded = {};
  const startedAt = performance.now();
  for await (const one of compare(profile, invoicesFor(profile), judge)) {
    const { theirs, ours } = setsOf(one);
    const name = `${one.invoice}: ${one.mutation}`;
    const unlike = (only: Reason['only'], some: readonly string[], others: readonly string[]): string[] =>
      some
        .filter((rule) => !others.includes(rule))
        .map((rule) => `only ${only}: ${rule}${reasonFor(rule, only, one) === undefined ? '' : ' (known)'}`);
    const all = [...unlike('theirs', theirs, ours), ...unlike('ours', ours, theirs)];
    for (const each of all) {
      const shown = `${name} [theirs ${one.expected.join(' ')}] [ours ${one.found.join(' ')}]`;
      differences.set(each, [...(differences.get(each) ?? []), shown]);
    }
    if (one.expected.length > 0) invalid += 1;
    // Some files end their rules with an error.
    if (one.expected.some((rule) => rule !== 'ERROR') && one.found.length === 0)
      missed.push(`${profile} ${name} ${one.expected.join(' ')}`);
    if (all.length > 0 && all.every((each) => each.endsWith('(known)'))) known += 1;
    else if (all.length > 0) differing += 1;
    else {
      agreed += 1;
      const set = ours.toSorted().join(' ');
      if (!seen.has(set)) (recorded[one.invoice] ??= {})[one.mutation] = ours;
      seen.add(set);
    }
  }
  if (values.record) {
    const file = inProject(`packages/e-invoice/test/fixtures/judged-${profile}.json`);
    await writeFile(file, `${JSON.stringify(recorded, null, 2)}\n`);
  }
  console.log(`${profile}: ${Math.round((performance.now() - startedAt) / 1000)} s`);
  for (const [difference, names] of [...differences].toSorted(
    (left, right) => right[1].length - left[1].length,
  )) {
    console.log(`  ${names.length} x ${difference}`);
    for (const name of names.slice(0, Number(values.show))) console.log(`      ${name}`);
  }
}

await withJudge(async (judge) => {
  for (const profile of PROFILES.filter((one) => values.profile === undefined || values.profile === one))
    await compareProfile(profile, judge);
});
for (const { rule, only, reason } of REASONS) console.log(`known: only ${only} ${rule.source}: ${reason}`);
const all = agreed + known + differing;
console.log(
  `${all} files, ${invalid} invalid: ${agreed} agree, ${known} differ for a known reason, ${differing} for none.`,
);
console.log(`${missed.length} invalid files are valid for this package:`);
for (const one of missed) console.log(`  ${one}`);
if (differing + missed.length > 0) process.exitCode = 1;
