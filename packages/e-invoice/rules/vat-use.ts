import type { Meter } from '@platen/meter';
import { add, format, negate, round, ZERO, type Decimal } from '../decimal.ts';
import { mapInTurns } from '../map-in-turns.ts';
import type { Group } from '../model/group.ts';

/** The amount of a group becomes a part of two sums. It takes up to 25 µs. */
const AMOUNT_WORK = 500;

/** A place of an invoice that has a VAT category. */
export type VatPlace = 'lines' | 'allowances' | 'charges';

interface Place {
  readonly place: VatPlace;
  readonly group: string;
  readonly category: string;
  readonly rate: string;
  readonly amount: string;
}

export const VAT_PLACES: readonly Place[] = [
  { place: 'lines', group: 'BG-25', category: 'BT-151', rate: 'BT-152', amount: 'BT-131' },
  { place: 'allowances', group: 'BG-20', category: 'BT-95', rate: 'BT-96', amount: 'BT-92' },
  { place: 'charges', group: 'BG-21', category: 'BT-102', rate: 'BT-103', amount: 'BT-99' },
];

/** The VAT categories of the lines, allowances and charges of an invoice, and of its VAT breakdown. */
export class VatUse {
  private readonly sums = new Map<string, Decimal>();
  private readonly places = new Map<string, Set<VatPlace>>();
  private readonly entries = new Map<string, number>();

  /** Others have their turn between two groups of the document. */
  static async read(document: Group, meter: Meter): Promise<VatUse> {
    const use = new VatUse();
    for (const place of VAT_PLACES)
      await mapInTurns(document.groupsOf(place.group), meter, AMOUNT_WORK, (one) => use.add(one, place));
    await mapInTurns(document.groupsOf('BG-23'), meter, AMOUNT_WORK, (entry) => use.addEntry(entry));
    return use;
  }

  private add(one: Group, { place, category, rate, amount }: Place): void {
    const code = one.trimmed(category);
    const value = one.decimal(amount) ?? ZERO;
    const signed = place === 'allowances' ? negate(value) : value;
    this.put(code, signed);
    this.put(rateKey(code, one.decimal(rate)), signed);
    this.places.set(code, (this.places.get(code) ?? new Set()).add(place));
  }

  private addEntry(entry: Group): void {
    const code = entry.trimmed('BT-118');
    this.entries.set(code, (this.entries.get(code) ?? 0) + 1);
  }

  /** Returns the sum of a category, or of one of its rates. */
  sum(category: string, rate?: Decimal | null): Decimal {
    return this.sums.get(rate === undefined ? category : rateKey(category, rate)) ?? ZERO;
  }

  /** Returns whether a place has another category. */
  hasOther(category: string, place: VatPlace): boolean {
    return [...this.places].some(([code, places]) => code !== '' && code !== category && places.has(place));
  }

  isUsed(category: string, place?: VatPlace): boolean {
    const places = this.places.get(category);
    return place === undefined ? places !== undefined : places?.has(place) === true;
  }

  /** Returns whether a place or the VAT breakdown has the category. */
  has(category: string): boolean {
    return this.isUsed(category) || this.entriesOf(category) > 0;
  }

  /** Returns the number of entries of the VAT breakdown that have a category. */
  entriesOf(category: string): number {
    return this.entries.get(category) ?? 0;
  }

  hasOtherEntry(category: string): boolean {
    return [...this.entries.keys()].some((code) => code !== '' && code !== category);
  }

  private put(key: string, value: Decimal): void {
    this.sums.set(key, add(this.sums.get(key) ?? ZERO, value));
  }
}

/** Returns the same key for `19` and `19.00`, which are one rate. */
export const rateKey = (category: string, rate: Decimal | null): string =>
  `${category} ${rate === null ? '' : format(round(rate, 18))}`;
