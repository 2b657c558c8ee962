import type { Meter } from '@platen/meter';
import type { Group, Invoice } from '../model/group.ts';
import { MAX_PROBLEMS, type InvoiceProblem } from '../problem.ts';
import { PROFILES, type EInvoiceProfile, type ProfileFamily } from '../profiles.ts';
import { codeListsOf } from './code-lists.ts';
import { DATES } from './dates.ts';
import { DETAILS } from './details.ts';
import { guidelineOf } from './guideline.ts';
import { ONCE } from './once.ts';
import { PEPPOL, PEPPOL_IN_XRECHNUNG } from './peppol.ts';
import { PRESENCE, REASONS } from './presence.ts';
import type { Context, Rule } from './rule.ts';
import { SUMS, TWO_DECIMALS } from './sums.ts';
import { SPECIAL_VAT_RULES } from './vat-special.ts';
import { VAT_RULES } from './vat-categories.ts';
import { XRECHNUNG } from './xrechnung.ts';
import { Totals } from './totals.ts';
import { VatUse } from './vat-use.ts';

const EN16931: readonly Rule[] = [
  ...PRESENCE,
  ...REASONS,
  ...DETAILS,
  ...SUMS,
  ...TWO_DECIMALS,
  ...VAT_RULES,
  ...SPECIAL_VAT_RULES,
  ...DATES,
];

/** The rules that a family adds to those of EN 16931. */
const MORE: Readonly<Record<ProfileFamily, readonly Rule[]>> = {
  basic: [],
  en16931: [],
  xrechnung: [...XRECHNUNG, ...PEPPOL_IN_XRECHNUNG],
  peppol: [...ONCE, ...PEPPOL],
};

type Rules = ReadonlyMap<string, readonly Rule[]>;

const made = new Map<EInvoiceProfile, Rules>();

/** Returns the rules of a profile, by the term of their groups. */
function rulesOf(profile: EInvoiceProfile): Rules {
  const { family, release } = PROFILES[profile];
  const rules =
    made.get(profile) ??
    Map.groupBy(
      [...EN16931, ...MORE[family], ...codeListsOf(release), guidelineOf(profile)],
      ({ each }) => each,
    );
  made.set(profile, rules);
  return rules;
}

/** A rule looks at some terms of its group. */
const RULE_WORK = 50;

/** Rules of the document, and the sums that they compare, look at each group of the invoice once. */
const GROUP_WORK = 20;

/** Checks the rules of EN 16931 and of the profile. */
export async function checkRules(
  invoice: Invoice,
  profile: EInvoiceProfile,
  meter: Meter,
): Promise<InvoiceProblem[]> {
  const { document } = invoice;
  const rules = rulesOf(profile);
  const sizeOfDocument = [...document.groups.values()].reduce((size, groups) => size + groups.length, 0);
  meter.charge(2 * GROUP_WORK * sizeOfDocument);
  await meter.pause();
  const context: Context = {
    invoice,
    document,
    profile,
    vat: await VatUse.read(document, meter),
    totals: new Totals(document),
  };
  const problems: InvoiceProblem[] = [];
  const check = async (group: Group): Promise<void> => {
    const work = RULE_WORK + (group === document ? GROUP_WORK * sizeOfDocument : 0);
    for (const { id, term, at, attribute, fault } of rules.get(group.definition.term) ?? []) {
      meter.charge(work);
      if (meter.isDue) await meter.pause();
      const message = problems.length < MAX_PROBLEMS ? fault(group, context) : null;
      if (message !== null)
        problems.push({ rule: id, field: placeOf(group, at ?? [], term, attribute), term, message });
    }
    for (const groups of group.groups.values()) for (const inner of groups) await check(inner);
  };
  await check(document);
  return problems;
}

/** Returns the place of a term of an inner group. If this group is missing, returns the place that it would have. */
function placeOf(group: Group, steps: readonly string[], term: string, attribute?: string): string {
  let owner = group;
  for (const step of steps) {
    const inner = owner.group(step);
    if (inner === null) return owner.placeOf(step);
    owner = inner;
  }
  return owner.placeOf(term, attribute);
}
