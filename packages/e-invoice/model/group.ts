import { parseDecimal, type Decimal } from '../decimal.ts';
import type { Syntax } from '../profiles.ts';
import type { Term, TermGroup } from '../terms/table.ts';
import { trimXml } from '../xml/text.ts';

/** The value of a business term. */
export interface Value {
  readonly text: string;
  /** Returns the field of the data, or the XPath. In data, an attribute such as `schemeID` has a field of its own. */
  readonly place: (attribute?: string) => string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** A group of business terms, such as a line. */
export class Group {
  readonly definition: TermGroup;
  readonly parent: Group | null;
  readonly place: () => string;
  /** Returns the place that a missing term would have. */
  private readonly placeOfMissing: (term: Term | TermGroup) => string;
  readonly values = new Map<string, Value[]>();
  readonly groups = new Map<string, Group[]>();

  constructor(
    definition: TermGroup,
    parent: Group | null,
    place: () => string,
    placeOfMissing: (term: Term | TermGroup) => string,
  ) {
    this.definition = definition;
    this.parent = parent;
    this.place = place;
    this.placeOfMissing = placeOfMissing;
  }

  value(term: string): Value | null {
    return this.values.get(term)?.[0] ?? null;
  }

  /** Returns null if the group does not have the term. */
  text(term: string): string | null {
    return this.value(term)?.text ?? null;
  }

  /** Returns the text without white space around it. It is empty if the group does not have the term. */
  trimmed(term: string): string {
    return trimXml(this.text(term) ?? '');
  }

  has(term: string): boolean {
    return this.values.has(term);
  }

  /** Returns whether the term is there and not empty. */
  isFilled(term: string): boolean {
    return this.trimmed(term) !== '';
  }

  /** Returns null if the term is missing or no number. */
  decimal(term: string): Decimal | null {
    const text = this.text(term);
    return text === null ? null : parseDecimal(text);
  }

  group(term: string): Group | null {
    return this.groups.get(term)?.[0] ?? null;
  }

  groupsOf(term: string): readonly Group[] {
    return this.groups.get(term) ?? [];
  }

  placeOf(term: string, attribute?: string): string {
    const value = this.value(term);
    if (value !== null) return value.place(attribute);
    const { terms, groups } = this.definition;
    const definition = [...terms, ...groups].find((one) => one.term === term);
    if (definition !== undefined) return this.placeOfMissing(definition);
    const inner = groups.find((one) => hasTerm(one, term));
    if (inner === undefined) return this.place();
    return this.group(inner.term)?.placeOf(term) ?? this.placeOfMissing(inner);
  }

  /** Returns the groups of a term at all levels below this group. */
  *allOf(term: string): Iterable<Group> {
    for (const groups of this.groups.values()) {
      for (const group of groups) {
        if (group.definition.term === term) yield group;
        yield* group.allOf(term);
      }
    }
  }
}

const hasTerm = ({ terms, groups }: TermGroup, term: string): boolean =>
  [...terms, ...groups].some((one) => one.term === term) || groups.some((one) => hasTerm(one, term));

/** An invoice, and the form that it was read from: some rules depend on it. */
export interface Invoice {
  readonly document: Group;
  readonly syntax: 'data' | Syntax;
}
