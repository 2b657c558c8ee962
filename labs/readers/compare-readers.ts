import { seeWithPdfium } from './pdfium.ts';
import { seeWithPdfJs } from './pdfjs.ts';
import { seeWithPoppler } from './poppler.ts';
import type { Sight } from './sight.ts';
import { findMissing, type Problems, run } from './tools.ts';

/** The programs that draw PDFs, by name. */
const READERS: Readonly<Record<string, (path: string) => Promise<Sight>>> = {
  PDFium: seeWithPdfium,
  'pdf.js': seeWithPdfJs,
  poppler: seeWithPoppler,
};

const QPDF = 'qpdf';
const TOOLS_OF_POPPLER = ['pdfinfo', 'pdftotext', 'pdftoppm'];

/** The documents whose texts readers read in different ways, with the reason. */
const READ_OTHERWISE: Readonly<Record<string, string>> = {
  ligatures: 'pdf.js does not read the text of marked content (/ActualText)',
  'arabic in a font of its own': 'pdf.js does not read the text of marked content (/ActualText)',
  'gallery arabic': 'pdf.js does not read the text of marked content (/ActualText)',
  'gallery typography': 'pdf.js does not read the text of marked content (/ActualText)',
  'emoji of several characters': 'PDFium reads the text of marked content again for each glyph',
  'gallery emoji': 'PDFium reads the text of marked content again for each glyph',
  'clips, masks and shadows': 'PDFium reads texts that are clips',
  svg: 'PDFium reads texts that are clips',
  'what scripts draw': 'PDFium reads texts outside of the clip',
};

/** The content that each reader sees, by its name. */
export type Sights = ReadonlyMap<string, Sight>;

/** The programs of this machine that read PDFs. */
export class Readers {
  readonly names: readonly string[];
  /** The way to install the others, or null if none is missing. */
  readonly missing: string | null;

  private constructor(names: readonly string[], missing: string | null) {
    this.names = names;
    this.missing = missing;
  }

  static async find(): Promise<Readers> {
    const missing = await findMissing([QPDF, ...TOOLS_OF_POPPLER]);
    const has = (name: string) =>
      name === 'poppler' ? !TOOLS_OF_POPPLER.some((tool) => missing.tools.includes(tool)) : true;
    const names = Object.keys(READERS).filter(has);
    return new Readers(missing.tools.includes(QPDF) ? names : [QPDF, ...names], missing.message);
  }

  /** @throws {Error} a reader does not open it */
  async see(path: string): Promise<Sights> {
    const looks = this.names.flatMap((name) => {
      const look = READERS[name];
      return look === undefined ? [] : [{ name, look }];
    });
    return new Map(await Promise.all(looks.map(async ({ name, look }) => [name, await look(path)] as const)));
  }

  /**
   * Returns what is wrong with a file. It must look like the file before.
   * @param document its name, by which readers may read its texts in different ways
   */
  async check(path: string, before: Sights, document: string): Promise<Problems> {
    const syntax = this.names.includes(QPDF) ? await checkSyntax(path) : [];
    const sights = await this.see(path);
    const [[first, one] = [], ...others] = [...sights];
    const differences =
      first === undefined || one === undefined
        ? []
        : others.flatMap(([name, other]) =>
            compareReaders([first, one], [name, other], document in READ_OTHERWISE),
          );
    const changes = [...sights].flatMap(([name, sight]) => findFaults(name, sight, before.get(name)));
    return [...syntax, ...differences, ...changes];
  }

  /** Returns the readers that see nothing wrong with a file. */
  async listBlind(path: string, before: Sights): Promise<readonly string[]> {
    const blind: string[] = [];
    for (const name of this.names) {
      const look = READERS[name];
      const faults = await (look === undefined
        ? checkSyntax(path)
        : look(path).then(
            (sight) => findFaults(name, sight, before.get(name)),
            (error: unknown) => [String(error)],
          ));
      if (faults.length === 0) blind.push(name);
    }
    return blind;
  }
}

async function checkSyntax(path: string): Promise<Problems> {
  const { exitCode, output } = await run(QPDF, ['--check', path]);
  return exitCode === 0 && !/warning/i.test(output) ? [] : [`qpdf: ${output.slice(-200)}`];
}

/** Returns the complaints of a reader, and the differences from the file before. */
function findFaults(name: string, sight: Sight, before: Sight | undefined): Problems {
  const faults = sight.complaints.map((complaint) => `${name} says: ${complaint}`);
  if (before === undefined) return faults;
  if (before.pages !== sight.pages) faults.push(`${name}: ${sight.pages} pages, before ${before.pages}`);
  if (before.letters !== sight.letters)
    faults.push(`${name}: texts differ: ${describeLetters(before.letters, sight.letters)}`);
  for (const [page, pixels] of sight.drawn)
    if (before.drawn.get(page) !== pixels) faults.push(`${name}: page ${page} looks different`);
  return faults;
}

type Named = readonly [name: string, sight: Sight];

function compareReaders([first, one]: Named, [name, other]: Named, readsOtherwise: boolean): Problems {
  const problems: string[] = [];
  if (one.pages !== other.pages) problems.push(`${one.pages} pages in ${first}, ${other.pages} in ${name}`);
  if (one.letters !== other.letters && !readsOtherwise)
    problems.push(`texts in ${first} and ${name}: ${describeLetters(one.letters, other.letters)}`);
  for (const [page, pixels] of other.drawn) {
    const here = one.drawn.get(page);
    if (here !== undefined && (here === 'blank') !== (pixels === 'blank'))
      problems.push(`page ${page} is blank in ${here === 'blank' ? first : name} only`);
  }
  return problems;
}

/** Describes letters that one text has more often than the other. */
function describeLetters(one: string, other: string): string {
  const counts = new Map<string, number>();
  for (const letter of one) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  for (const letter of other) counts.set(letter, (counts.get(letter) ?? 0) - 1);
  const differing = [...counts].filter(([, count]) => count !== 0);
  return differing
    .slice(0, 8)
    .map(
      ([letter, count]) =>
        `${count > 0 ? '-' : '+'}${Math.abs(count)} "${letter}" (U+${letter.codePointAt(0)?.toString(16)})`,
    )
    .join(', ');
}
