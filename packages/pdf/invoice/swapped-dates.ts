import type { Meter } from '@platen/meter';
import type { PageText } from '../file/page-texts.ts';
import { findDate, readDayOrders } from './dates.ts';
import { foldCase, foldNumbers } from './fold.ts';
import { TextIndex } from './text-index.ts';

/** What names the date of an invoice, and the date until which it is paid, in the languages of most invoices of the EU. Folded. */
const ISSUED =
  /rechnungsdatum|ausgestellt|invoice date|date of (?:invoice|issue)|issued|issue date|date de (?:la )?facture|date d'émission|émise? le|data (?:della )?fattura|data (?:di )?emissione|fecha de (?:la )?factura|fecha de emisión|data wystawienia|factuurdatum|fakturadatum|data da fatura|datum vystavení/;
const DUE =
  /fällig|zahlbar bis|zu zahlen bis|\bdue\b|pay(?:able)? (?:by|until|before)|échéance|à payer avant|à régler avant|scadenza|entro il|vencimiento|pagar antes|termin płatności|vervaldatum|te betalen (?:voor|vóór)|förfallodatum|splatnosti/;

const LABELS = [ISSUED, DUE] as const;

/** A date is at most so many texts after its label. So many labels of a kind are looked at. */
const MAX_TEXTS = 4;
const MAX_LABELS = 6;

/** The characters after a label that may have its date. */
const MAX_CHARACTERS = 80;

const WORK_PER_CHARACTER = 60;

/** Returns the text that names the date until which an invoice is paid, if the date of issue is beside it, and the other one beside the label of that. Both are on the pages. */
export async function findSwappedDates(
  texts: readonly PageText[],
  { issued, due }: { readonly issued: string; readonly due: string },
  meter: Meter,
): Promise<PageText | null> {
  const places = new DatePlaces(texts, [issued, due], meter);
  const [ofIssued, ofDue] = [await places.afterLabels(0), await places.afterLabels(1)];
  const isSwapped =
    ofIssued.length > 0 && ofDue.length > 0 && [...ofIssued, ...ofDue].every(({ isOther }) => isOther);
  return isSwapped ? (ofDue[0]?.text ?? null) : null;
}

interface LabelledDate {
  readonly text: PageText;
  /** Whether it is the date that the other label should have. */
  readonly isOther: boolean;
}

class DatePlaces {
  readonly #texts: readonly PageText[];
  readonly #dates: readonly [string, string];
  readonly #meter: Meter;

  constructor(texts: readonly PageText[], dates: readonly [string, string], meter: Meter) {
    this.#texts = texts;
    this.#dates = dates;
    this.#meter = meter;
  }

  /** Returns the date after each label. @param own 0 for the labels of the first date, 1 for those of the second one */
  async afterLabels(own: 0 | 1): Promise<LabelledDate[]> {
    const found: LabelledDate[] = [];
    for (const [index, text] of this.#texts.entries()) {
      if (found.length >= MAX_LABELS) break;
      this.#meter.charge(WORK_PER_CHARACTER * text.text.length);
      if (this.#meter.isDue) await this.#meter.pause();
      const label = LABELS[own].exec(foldCase(text.text));
      if (label === null) continue;
      const which = await this.#dateAfter(index, label.index + label[0].length);
      if (which !== null) found.push({ text, isOther: which !== own });
    }
    return found;
  }

  /** Returns the number of the date that is first after a place, up to the next label. It is null if none is certain. */
  async #dateAfter(index: number, from: number): Promise<number | null> {
    let rest = '';
    for (let next = index; next <= index + MAX_TEXTS; next += 1) {
      const text = this.#texts[next];
      if (text === undefined) return null;
      const folded = foldCase(text.text).slice(next === index ? from : 0, MAX_CHARACTERS + from);
      const end = LABELS.map((label) => folded.search(label)).filter((at) => at >= 0);
      rest += ` ${folded.slice(0, Math.min(MAX_CHARACTERS, ...end))}`;
      // Dates have digits, and a search for them takes a millisecond.
      const which = /\d/.test(foldNumbers(rest)) ? await this.#onlyDateIn({ ...text, text: rest }) : null;
      if (which !== null || end.length > 0) return which;
    }
    return null;
  }

  async #onlyDateIn(text: PageText): Promise<number | null> {
    const [words, codes] = [
      await TextIndex.ofWords([text], this.#meter),
      await TextIndex.ofCodes([text], this.#meter),
    ];
    const charge = (work: number): void => this.#meter.charge(work);
    const means = { words, codes, orders: readDayOrders(codes), charge };
    const [first, second] = this.#dates.map((date) => findDate(date, false, means));
    return first === second ? null : first ? 0 : 1;
  }
}
