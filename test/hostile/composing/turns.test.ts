import { brotliDecompressSync } from 'node:zlib';
import { checkInvoiceXml, makeInvoiceXml } from '@platen/e-invoice';
import { Meter } from '@platen/meter';
import { describe, expect, test } from 'vitest';
import { readAsset } from '../../../compose/assets/check/read-asset.ts';
import { checkInTurns } from '../../../compose/check-template.ts';
import { ContentScanner } from '../../../packages/pdf/accessible/scan-content.ts';
import { compareInvoice } from '../../../packages/pdf/invoice/compare.ts';
import { requireArchivable } from '../../../packages/pdf/archive/require-archivable.ts';
import { fromText, importAll } from '../../../packages/pdf/test/foreign-pdf.ts';
import { leastRatio, measureCpuNs } from '../../support/hostile/cpu.ts';
import {
  CONTENT,
  drawing,
  HELD_ASSETS,
  HELD_FILES,
  longInvoice,
  withOwnRate,
} from '../../support/hostile/held-inputs.ts';
import { longestTurnNs } from '../../support/hostile/longest-turn.ts';
import { unlimited } from '../../support/unlimited.ts';
import { LONG, typical } from '../../support/thorough.ts';

/** Another request of the same isolate waits no longer than this for its turn. */
const MAX_TURN_NS = 100_000_000;

/** A fifth of this time, or what takes as long on the machine of a developer. */
const TURNS = 5;
const LIST = JSON.stringify(Array.from({ length: 250_000 }, (_, index) => ({ index })));

async function expectShortTurns(work: () => Promise<unknown>): Promise<void> {
  const reference = (): number =>
    Math.max(
      MAX_TURN_NS / TURNS,
      measureCpuNs(() => JSON.parse(LIST)),
    );
  const ratio = await leastRatio(() => longestTurnNs(work), reference, TURNS);
  expect(ratio).toBeLessThan(TURNS);
}

describe('others have their turn while a stranger sends', () => {
  test.each(typical(HELD_FILES, 3))('a PDF with %s', LONG, async (_, text) => {
    const file = fromText(text());
    await expectShortTurns(() => importAll(file));
  });

  test.each(typical(HELD_ASSETS, 2))('an SVG with %s', LONG, async (_, file) => {
    const bytes = file();
    const expand = (data: Uint8Array, maxOutputLength: number) =>
      brotliDecompressSync(data, { maxOutputLength });
    await expectShortTurns(() => readAsset(bytes, expand, unlimited()));
  });

  test('a PDF/A whose content expands', async () => {
    const { source } = await importAll(fromText(drawing(CONTENT)));
    await expectShortTurns(() => requireArchivable(source, '2b', unlimited()));
  });

  test('a PDF/UA whose content expands', async () => {
    await expectShortTurns(() => new ContentScanner(unlimited(), { draw: () => false }).scan(CONTENT));
  });

  test.each([
    ['lines', '<ram:IncludedSupplyChainTradeLineItem/>', 95_000],
    ['notes', '<ram:IncludedNote/>', 180_000],
  ])('the XML of an invoice with many empty %s', async (_, element, amount) => {
    const made = await makeInvoiceXml(longInvoice(1), 'en16931', unlimited());
    const xml = 'xml' in made ? made.xml : '';
    const at = xml.search(/<(?:ram:IncludedSupplyChainTradeLineItem|\/rsm:ExchangedDocument)>/);
    const long = `${xml.slice(0, at)}${element.repeat(amount)}${xml.slice(at)}`;
    await expectShortTurns(() => checkInvoiceXml(long, 'en16931', unlimited()));
  });

  test.each([
    ['10,000 lines', longInvoice()],
    ['9,900 VAT rates', longInvoice(9_900, withOwnRate)],
    [
      '40,000 allowances',
      longInvoice(400, () => ({ allowances: Array.from({ length: 100 }, () => ({ amount: '0.01' })) })),
    ],
  ])('an invoice of %s', async (_, data) => {
    await expectShortTurns(() => makeInvoiceXml(data, 'en16931', unlimited()));
  });

  test('an invoice of 3,000 VAT rates, and the values that its pages must show', async () => {
    await expectShortTurns(async () => {
      const made = await makeInvoiceXml(longInvoice(3_000, withOwnRate), 'en16931', unlimited());
      expect('shown' in made && (await made.shown()).lines).toHaveLength(3_000);
    });
  });
});

/** Pages with a text of 400,000 characters, one row after another, and an invoice whose lines are named `name`. */
function hostilePages(word: string, name: string) {
  const rows = Array.from({ length: 800 }, (_, index) => ({
    page: 1 + Math.floor(index / 100),
    text: word.repeat(500 / word.length),
    turn: 0,
    x: 50,
    y: 700 - (index % 100) * 6,
    size: 3,
  }));
  const valueOf = (term: string, value: string) =>
    ({ field: term, term, kind: term === 'BT-153' ? 'text' : 'number', value }) as const;
  const lines = Array.from({ length: 300 }, () => ({
    name: valueOf('BT-153', name),
    numbers: [valueOf('BT-129', '12'), valueOf('BT-131', '780')],
    others: [],
  }));
  return { rows, invoice: { lines, values: [] } };
}

describe('while pages are compared with their invoice', () => {
  test.each([
    ['one word, and names of the same letter', 'a', 'a'.repeat(999)],
    ['words of two letters, and names with an odd number of them', 'aa ', 'a'.repeat(999)],
    ['names that stand at each word', 'a ', 'a '.repeat(200)],
  ])('%s', LONG, async (_, word, name) => {
    const { rows, invoice } = hostilePages(word, name);
    await expectShortTurns(() => compareInvoice(rows, invoice, unlimited()));
  });
});

/** Notes how much work it has seen at the end of each turn. */
class TurnMeter extends Meter {
  readonly ends: number[] = [];

  constructor() {
    super({ maxWork: Number.POSITIVE_INFINITY });
  }

  override async pause(): Promise<void> {
    this.ends.push(this.work);
    await super.pause();
  }

  /** The part of all work that its longest turn has. */
  get longestPart(): number {
    const turns = [...this.ends, this.work].map((end, index) => end - (this.ends[index - 1] ?? 0));
    return Math.max(...turns) / this.work;
  }
}

/** Texts that no cache has, of 2,000 tokens each. */
const texts = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${'{{x}}'.repeat(666)}${index}`);

describe('while a template is checked', () => {
  test('each text of a template that is saved is a turn of its own', async () => {
    const meter = new TurnMeter();
    const partials = Object.fromEntries(texts(20).map((text, index) => [`p${index}`, text]));
    await checkInTurns({ content: '', settings: {}, partials, meter });
    expect(meter.longestPart).toBeLessThan(0.1);
  });
});
