import type { Meter } from '@platen/meter';
import type { PageText } from '../file/page-texts.ts';
import type { PrintedInvoice, PrintedLine, PrintedValue } from '../options/printed-invoice.ts';
import { type DayOrders, findDate, listDates, numericForms, readDayOrders } from './dates.ts';
import { LineFinder, rangeOf } from './lines.ts';
import { isAmount, mostAlike, type PlacedText } from './likeness.ts';
import { readNumbers, toCanonical } from './numbers.ts';
import { type PlacedNumber, TextRows } from './row.ts';
import { findSwappedDates } from './swapped-dates.ts';
import { TextIndex } from './text-index.ts';

/** A value of an invoice that its pages do not show. */
export interface InvoiceDifference {
  readonly value: PrintedValue;
  /** What stands there instead, and its page. It is null if nothing like it is there. */
  readonly found: { readonly text: string; readonly page: number } | null;
}

/** The most differences. */
const MAX_DIFFERENCES = 50;

/** What stands there instead is looked for so many times, because that reads all texts. */
const MAX_SOUGHT = 20;

/** A text is read for its numbers twice. */
const WORK_PER_CHARACTER = 40;

/** Texts whose numbers are read before others have a turn. */
const TEXTS_AT_ONCE = 200;

/** A number may be in so many texts, such as one with raised cents, and is read whole. */
const TEXTS_OF_NUMBER = 8;

const ACCOUNT = 'BT-84';

/** The numbers outside of the lines, and what all numbers on the pages mean, but for those of the lines. */
interface Shown {
  readonly numbers: readonly PlacedNumber[];
  readonly values: ReadonlySet<string>;
}

/** Compares the values of an invoice with the texts of its pages. */
export async function compareInvoice(
  texts: readonly PageText[],
  invoice: PrintedInvoice,
  meter: Meter,
): Promise<InvoiceDifference[]> {
  const words = await TextIndex.ofWords(texts, meter);
  const codes = await TextIndex.ofCodes(texts, meter);
  return new Comparison({ texts, invoice, meter, words, codes }).run();
}

interface Comparing {
  readonly texts: readonly PageText[];
  readonly invoice: PrintedInvoice;
  readonly meter: Meter;
  readonly words: TextIndex;
  readonly codes: TextIndex;
}

class Comparison {
  readonly #texts: readonly PageText[];
  readonly #invoice: PrintedInvoice;
  readonly #meter: Meter;
  readonly #words: TextIndex;
  readonly #codes: TextIndex;
  readonly #rows: TextRows;
  readonly #orders: DayOrders;
  readonly #differences: InvoiceDifference[] = [];

  constructor({ texts, invoice, meter, words, codes }: Comparing) {
    this.#texts = texts;
    this.#invoice = invoice;
    this.#meter = meter;
    this.#words = words;
    this.#codes = codes;
    this.#rows = new TextRows(texts);
    this.#orders = readDayOrders(codes);
  }

  async run(): Promise<InvoiceDifference[]> {
    const { lines, values } = this.#invoice;
    const finder = new LineFinder({
      texts: this.#texts,
      words: this.#words,
      rows: this.#rows,
      meter: this.#meter,
    });
    for (const line of lines) {
      // Each name that is missing is searched for in all texts.
      if (finder.missing >= MAX_DIFFERENCES) break;
      finder.place(line);
      if (this.#meter.isDue) await this.#meter.pause();
    }
    const inLines = new Set<number>();
    for (const line of lines) {
      if (this.#isFull) return this.#differences;
      const { name, differences, beside } = finder.compare(line);
      if (!name) this.#add(line.name, this.#findLike(line.name));
      for (const index of beside) inLines.add(index);
      for (const { value, number } of differences)
        this.#add(value, number && { text: number.written, page: this.#pageOf(number.text) });
      if (this.#meter.isDue) await this.#meter.pause();
    }
    const shown = await this.#readShown(inLines, lines);
    for (const value of values) {
      if (this.#isFull) return this.#differences;
      if (!this.#isShown(value, shown)) this.#add(value, this.#findLike(value, shown.numbers));
      if (this.#meter.isDue) await this.#meter.pause();
    }
    await this.#compareLabels();
    return this.#differences;
  }

  /** Both dates may be on the pages, each with the label of the other. */
  async #compareLabels(): Promise<void> {
    const [issued, due] = ['BT-2', 'BT-9'].map((term) =>
      this.#invoice.values.find((one) => one.term === term),
    );
    const differs = this.#differences.some(({ value }) => value === issued || value === due);
    if (!issued || !due || issued.value === due.value || differs || this.#isFull) return;
    const dates = { issued: issued.value, due: due.value };
    const label = await findSwappedDates(this.#texts, dates, this.#meter);
    if (label !== null) this.#add(due, { text: `${label.text} ${issued.value}`, page: label.page });
  }

  get #isFull(): boolean {
    return this.#differences.length >= MAX_DIFFERENCES;
  }

  #add(value: PrintedValue, found: PlacedText | null): void {
    this.#differences.push({ value, found: found && { text: found.text.slice(0, 60), page: found.page } });
  }

  #pageOf(index: number): number {
    return this.#texts[index]?.page ?? 1;
  }

  /** Reads the numbers outside of the lines, and those in them that are no numbers of the lines. */
  async #readShown(inLines: ReadonlySet<number>, lines: readonly PrintedLine[]): Promise<Shown> {
    const numbers: PlacedNumber[] = [];
    const own = new Set(lines.flatMap((line) => line.numbers.map(({ value }) => toCanonical(value))));
    const values = new Set<string>();
    for (let from = 0; from < this.#texts.length; from += TEXTS_AT_ONCE) {
      const some = rangeOf(from, Math.min(this.#texts.length, from + TEXTS_AT_ONCE + TEXTS_OF_NUMBER));
      for (const index of some)
        this.#meter.charge(WORK_PER_CHARACTER * (this.#texts[index]?.text.length ?? 0));
      if (this.#meter.isDue) await this.#meter.pause();
      const outside = this.#rows.numbersOf(some.filter((index) => !inLines.has(index)));
      const beside = this.#rows.numbersOf(some.filter((index) => inLines.has(index)));
      for (const one of outside) {
        numbers.push(one);
        for (const value of one.values) values.add(value);
      }
      for (const value of beside.flatMap((one) => one.values)) if (!own.has(value)) values.add(value);
    }
    return { numbers, values };
  }

  #isShown({ kind, term, value, parts = [] }: PrintedValue, { values }: Shown): boolean {
    const has = (number: string): boolean => values.has(toCanonical(number));
    switch (kind) {
      case 'number':
        return has(value) || (parts.length > 0 && parts.every(has));
      case 'code':
        if (this.#codes.findCode(this.#codes.fold(value)) >= 0) return true;
        // The groups of an account may have hyphens or dots between them.
        return term === ACCOUNT && this.#words.find(this.#words.fold(value)) >= 0;
      case 'date':
      case 'month': {
        const charge = (work: number): void => this.#meter.charge(work);
        const means = { words: this.#words, codes: this.#codes, orders: this.#orders, charge };
        return findDate(value, kind === 'month', means);
      }
      default:
        return this.#words.hasName(value);
    }
  }

  /** Finds what stands there instead of a value. */
  #findLike(value: PrintedValue, numbers: readonly PlacedNumber[] = []): PlacedText | null {
    if (this.#differences.length >= MAX_SOUGHT) return null;
    switch (value.kind) {
      case 'number': {
        const expected = this.#numbersOfInvoice();
        const others = numbers.filter(({ written, values }) => {
          this.#meter.charge(WORK_PER_CHARACTER * written.length);
          return isAmount(written) && !values.some((one) => expected.has(one));
        });
        return mostAlike(
          value.value,
          others.map(({ written, text }) => ({ text: written, page: this.#pageOf(text) })),
        );
      }
      case 'date':
      case 'month': {
        const known = new Set(
          this.#invoice.values
            .filter(({ kind }) => kind === 'date' || kind === 'month')
            .flatMap(({ value: iso }) => {
              const [year = '', month = '', day = ''] = iso.split('-');
              return numericForms({ year, month, day }, [true, true]);
            }),
        );
        const dates = this.#listTexts(({ text }) => listDates(text));
        const others = dates.filter(({ text }) => !known.has(text.replaceAll(' ', '')));
        return mostAlike(value.value, others, 0);
      }
      case 'code':
        return mostAlike(
          value.value,
          this.#listTexts(({ text }) => [text, ...text.split(/[\s:]+/)]),
        );
      default:
        return mostAlike(
          value.value,
          this.#listTexts(({ text }) => [text]),
        );
    }
  }

  #numbersOfInvoice(): ReadonlySet<string> {
    const { lines, values } = this.#invoice;
    const all = [
      ...values.flatMap(({ kind, value, parts = [] }) => (kind === 'number' ? [value, ...parts] : [])),
      ...lines.flatMap(({ numbers, others }) => [...numbers.map(({ value }) => value), ...others]),
    ];
    return new Set(all.flatMap((one) => readNumbers(one).flatMap(({ values: read }) => read)));
  }

  #listTexts(piecesOf: (text: PageText) => readonly string[]): PlacedText[] {
    return this.#texts.flatMap((text) => {
      this.#meter.charge(WORK_PER_CHARACTER * text.text.length);
      return piecesOf(text).map((piece) => ({ text: piece, page: text.page }));
    });
  }
}
