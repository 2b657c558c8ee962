import type { Meter } from '@platen/meter';
import { CREDIT_NOTES } from '../codes/codes.ts';
import { format, parseDecimal } from '../decimal.ts';
import type { Group, Value } from '../model/group.ts';
import { ciiDate, VAT_POINT_IN_CII } from '../model/values.ts';
import type { InvoiceProblem } from '../problem.ts';
import { PROFILES, type EInvoiceProfile, type Syntax } from '../profiles.ts';
import type { Structure } from '../structure/structure.ts';
import { structureOf } from '../structures.ts';
import { pathsOf, type Path } from '../terms/path.ts';
import type { Term } from '../terms/table.ts';
import { XmlSize } from '../xml/size.ts';
import { Draft } from './draft.ts';

export interface Written {
  readonly xml: string;
  readonly problems: readonly InvoiceProblem[];
  /** Returns the field of the data that made the element of an XPath. */
  readonly fieldAt: (xpath: string) => string;
}

/** Writes an invoice. A term that the profile does not have is a problem. @throws {XmlTooLong} */
export async function writeInvoice(
  document: Group,
  profile: EInvoiceProfile,
  meter: Meter,
): Promise<Written> {
  const writer = new Writer(document, profile, meter);
  const root = await writer.draw();
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n${await root.serialize()}`;
  return { xml, problems: writer.problems, fieldAt: (xpath) => root.fieldAt(xpath) };
}

/** The rules of BASIC mark these terms as not used, although its schema has them. */
const UNUSED_IN_BASIC: ReadonlySet<string> = new Set(['BT-45', 'BT-137', 'BT-138', 'BT-142', 'BT-143']);

/** The base amount and the percentage of a line's allowance or charge: its amount says the same. */
const SAID_BY_AMOUNT: ReadonlySet<string> = new Set(['BT-137', 'BT-138', 'BT-142', 'BT-143']);

/** Its place is chosen, and its element is found or added. */
const VALUE_WORK = 400;

class Writer {
  readonly problems: InvoiceProblem[] = [];
  private readonly document: Group;
  private readonly structure: Structure;
  private readonly profile: EInvoiceProfile;
  private readonly syntax: Syntax;
  private readonly variables: ReadonlyMap<string, string>;
  private readonly meter: Meter;

  constructor(document: Group, profile: EInvoiceProfile, meter: Meter) {
    this.meter = meter;
    this.document = document;
    this.structure = structureOf(profile);
    this.profile = profile;
    this.syntax = PROFILES[profile].syntax;
    this.variables = new Map([
      ['$BT-5', document.text('BT-5') ?? ''],
      ['$BT-6', document.text('BT-6') ?? ''],
    ]);
  }

  async draw(): Promise<Draft> {
    const root = this.rootTag();
    const { roots, namespaces } = this.structure.table;
    const draft = new Draft(
      { structure: this.structure, meter: this.meter, size: new XmlSize() },
      root,
      roots[root] ?? '',
    );
    for (const [prefix, namespace] of Object.entries(namespaces)) {
      const isOtherRoot =
        !root.startsWith(`${prefix}:`) && Object.keys(roots).some((tag) => tag.startsWith(`${prefix}:`));
      if (!isOtherRoot) draft.attributes.set(`xmlns:${prefix}`, namespace);
    }
    await this.writeGroup(draft, this.document);
    if (this.syntax === 'cii') {
      // CII needs this element, even if the invoice has no delivery.
      draft.at(
        pathsOf('SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery')[0] ?? [],
        false,
        this.variables,
      );
    }
    return draft;
  }

  private rootTag(): string {
    if (this.syntax === 'cii') return 'rsm:CrossIndustryInvoice';
    return CREDIT_NOTES.has(this.document.text('BT-3') ?? '') ? 'cn:CreditNote' : 'ubl:Invoice';
  }

  /** Writes the groups first, because a term of the document may be in the element of a group. */
  private async writeGroup(draft: Draft, group: Group): Promise<void> {
    if (this.meter.isDue) await this.meter.pause();
    for (const definition of group.definition.groups) {
      for (const inner of group.groupsOf(definition.term)) {
        const path = this.choose(draft, definition[this.syntax], null);
        if (path === null) this.refuse(inner.place(), definition.term, definition.name);
        else await this.writeGroup(this.place(draft, path, { isNew: true, source: inner.place }), inner);
      }
    }
    for (const term of group.definition.terms) {
      const value = group.value(term.term);
      if (value !== null) this.writeValue(draft, group, term, value);
    }
  }

  private writeValue(draft: Draft, group: Group, term: Term, value: Value): void {
    this.meter.charge(VALUE_WORK + value.text.length);
    if (term.term === 'BT-111' && !this.document.has('BT-6')) return;
    if (term.term === 'BT-21' && this.syntax === 'ubl') return;
    const isUnused = PROFILES[this.profile].family === 'basic' && UNUSED_IN_BASIC.has(term.term);
    if (isUnused && SAID_BY_AMOUNT.has(term.term)) return;
    const places = isUnused ? null : term[this.syntax];
    const path = places === null ? null : this.choose(draft, places, value);
    if (path === null) {
      this.refuse(value.place(), term.term, term.name);
      return;
    }
    const last = path.at(-1)?.name ?? '';
    const isAttribute = last.startsWith('@');
    const element = isAttribute ? path.slice(0, -1) : path;
    const at = this.place(draft, element, { isNew: false, source: value.place });
    if (isAttribute) at.attributes.set(last.slice(1), value.text);
    else this.fill(at, group, term, value);
  }

  private place(
    draft: Draft,
    path: Path,
    { isNew, source }: { isNew: boolean; source: () => string },
  ): Draft {
    const at = draft.at(path, isNew, this.variables);
    at.source ??= source;
    return at;
  }

  private fill(draft: Draft, group: Group, term: Term, value: Value): void {
    const hasSubject = term.term === 'BT-22' && this.syntax === 'ubl' && group.has('BT-21');
    draft.write(hasSubject ? `#${group.text('BT-21') ?? ''}#${value.text}` : this.textOf(term, value.text));
    for (const [name, text] of Object.entries(value.attributes)) draft.attributes.set(name, text);
    if (term.kind === 'amount' && draft.needsAttribute('currencyID') && !draft.attributes.has('currencyID')) {
      draft.attributes.set('currencyID', this.variables.get('$BT-5') ?? '');
    }
  }

  private textOf({ kind }: Term, text: string): string {
    if (this.syntax === 'cii' && kind === 'date') return ciiDate(text);
    if (this.syntax === 'cii' && kind === 'vatPoint') return VAT_POINT_IN_CII.get(text) ?? text;
    if (kind !== 'amount' && kind !== 'number') return text;
    const decimal = parseDecimal(text);
    return decimal === null ? text : format(decimal, kind === 'amount' ? 2 : 0);
  }

  /** Chooses a place that the structure has and that fits the value. Returns null if the structure has none. */
  private choose(draft: Draft, places: string, value: Value | null): Path | null {
    const paths = pathsOf(places).filter((path) => draft.allows(path));
    const named = (name: string): Path | undefined => paths.find((path) => path.at(-1)?.name === name);
    if (value?.attributes['schemeID'] !== undefined) return named('GlobalID') ?? paths[0] ?? null;
    if (value !== null && !/^[A-Z]{2}\d{2}[A-Z0-9 ]{10,36}$/i.test(value.text)) {
      return named('ProprietaryID') ?? paths[0] ?? null;
    }
    return paths[0] ?? null;
  }

  private refuse(field: string, term: string, name: string): void {
    const message = `The profile ${this.profile} has no ${name} (${term}). Leave it out, or choose another profile.`;
    this.problems.push({ rule: 'XSD', field, term, message });
  }
}
