import { DOCUMENT } from '../../terms/document.ts';
import type { TermGroup, TermKind } from '../../terms/table.ts';
import type { InvoiceData } from '../../index.ts';
import type { Random } from '../../../../test/support/random.ts';

type Fields = Record<string, unknown>;

/** A field of the data: the fields that lead to it, and its kind. `[]` after a field is a list. */
interface Leaf {
  readonly path: readonly string[];
  readonly kind: TermKind;
}

function leavesOf(group: TermGroup, path: readonly string[]): Leaf[] {
  const own = group.terms.flatMap(({ data, kind }) => {
    if (data === null) return [];
    const names = [...path, ...data.split('.')];
    const scheme = [...names.slice(0, -1), `${names.at(-1) ?? ''}Scheme`];
    return [{ path: names, kind }, ...(kind === 'scheme' ? [{ path: scheme, kind: 'text' as const }] : [])];
  });
  const inner = group.groups.flatMap((one) => {
    if (one.data === null) return leavesOf(one, path);
    return leavesOf(one, [...path, one.many ? `${one.data}[]` : one.data]);
  });
  return [...own, ...inner];
}

const LEAVES = leavesOf(DOCUMENT, []);

/** Codes and identifiers that some field has. A space separates them. */
const CODES =
  'DE FR ES XX EUR USD S Z E AE K G O L M B 9930 0088 SEPA 380 381 326 384 30 58 59 48 3 35 432 C62 HUR XXQ VATEX-EU-AE 95 FC' +
  ' DE02120300000000202051 DE123456789 123/456/78901 urn:x a@b.example #AAI#x';
const TEXTS =
  `|x| |\u00A0|\u2028|Ä & <b> "q"|a\n\tb|😀|]]>|${'x'.repeat(5_001)}|#SKONTO#TAGE=14#PROZENT=2.00#\n|\u0000`
    .split('|')
    .concat(CODES.split(' '));
const NUMBERS = [0, 1, -1, 0.005, 19, 12.3, 1e21, -0];
const WRITTEN_NUMBERS =
  '0 -0.01 1.999 100 19.00 +1 1,5 two .5 999999999999999 -999999999999999.99 0.000000000000001'.split(' ');
const DATES = '2026-11-27 2026-02-30 2027-12-31 0000-00-00 27.11.2026 2026-11-27T00:00:00Z'.split(' ');
const ODD = [null, true, [], {}, [null]];

function valueFor(kind: TermKind, random: Random): unknown {
  if (random.chance(0.04)) return random.pick(ODD);
  if (random.chance(0.02)) return random.pick<unknown>([...TEXTS, ...NUMBERS, ...DATES]);
  if (kind === 'date') return random.pick(DATES);
  if (kind !== 'amount' && kind !== 'number') return random.pick(TEXTS);
  return random.chance(0.4) ? random.pick(NUMBERS) : random.pick(WRITTEN_NUMBERS);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the object at a path, and adds what is missing on the way. */
function ownerOf(data: Fields, path: readonly string[], random: Random): Fields {
  let at = data;
  for (const step of path) {
    const name = step.replace('[]', '');
    if (name !== step && !Array.isArray(at[name])) at[name] = [];
    const list = at[name];
    if (Array.isArray(list)) {
      if (list.length === 0 || random.chance(0.1)) list.push({});
      const found: unknown = list[random.below(list.length)];
      if (!isFields(found)) return at;
      at = found;
    } else {
      if (!isFields(list)) at[name] = {};
      at = at[name] as Fields;
    }
  }
  return at;
}

/** Changes one to three fields of the data, or drops, doubles or empties one. Returns the changed fields. */
export function mutateData(original: InvoiceData, random: Random): { data: InvoiceData; changed: string[] } {
  const data = structuredClone(original) as Fields;
  const changed = Array.from({ length: random.pick([1, 1, 1, 2, 3]) }, () => {
    const { path, kind } = random.pick(LEAVES);
    const depth = random.chance(0.05) ? 1 + random.below(path.length) : path.length;
    const owner = ownerOf(data, path.slice(0, depth - 1), random);
    const name = (path[depth - 1] ?? '').replace('[]', '');
    const old = owner[name];
    if (depth === path.length) owner[name] = valueFor(kind, random);
    else if (Array.isArray(old) && random.chance(0.5)) owner[name] = [...old, ...structuredClone(old)];
    else owner[name] = random.pick([null, {}, []]);
    return path.slice(0, depth).join('.');
  });
  return { data, changed };
}
