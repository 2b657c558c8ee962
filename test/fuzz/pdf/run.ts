import { Operator } from '../../../scripts/installation/operator.ts';
import type { Service } from '../../../scripts/local/service.ts';
import { Random } from '../../support/compose/random.ts';
import { problemsOfPdf } from './check-pdf.ts';
import { hasQpdf, problemsOfQpdf } from './qpdf.ts';
import { DocumentGenerator, type RandomDocument } from './random-document.ts';
import { type RandomOptions, randomOptions } from './random-options.ts';

/** Documents in work at the same time. */
const AT_A_TIME = 3;

const MAX_FAILURES = 10;

export interface PdfRunOptions {
  readonly seed: number;
  readonly count: number;
  readonly only?: number | undefined;
}

export interface PdfReport {
  readonly printed: number;
  readonly pages: number;
  /** How many requests got each error. */
  readonly errors: Readonly<Record<string, number>>;
  readonly checkedWithQpdf: boolean;
  readonly failures: readonly string[];
}

interface Printed {
  readonly pageCount: number;
  readonly bytes: Uint8Array;
}

const seedOf = (seed: number, index: number): number => (seed + Math.imul(index + 1, 0x85ebca6b)) >>> 0;

export async function fuzzPdf(service: Service, { seed, count, only }: PdfRunOptions): Promise<PdfReport> {
  const operator = new Operator(service.url, service.operatorToken);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'fuzz', plan: 'scale-enterprise' });
  const permissions = ['pdf.generate', 'pdf.read'];
  const { key } = await operator.createKey({ workspaceId, name: 'fuzz', environment: 'live', permissions });
  const run = new Run(service.url, key, seed);
  await run.printAll(only === undefined ? { from: 0, to: count } : { from: only, to: only + 1 });
  const { quotaUsed } = await operator.setWorkspace(workspaceId, {});
  if (quotaUsed !== run.printed) run.failures.push(`${quotaUsed} credits were spent for ${run.printed} PDFs`);
  return {
    printed: run.printed,
    pages: run.pages,
    errors: Object.fromEntries(run.errors),
    checkedWithQpdf: run.usesQpdf,
    failures: run.failures,
  };
}

class Run {
  printed = 0;
  pages = 0;
  readonly errors = new Map<string, number>();
  readonly failures: string[] = [];
  readonly usesQpdf = hasQpdf();
  readonly #url: string;
  readonly #key: string;
  readonly #seed: number;

  constructor(url: string, key: string, seed: number) {
    this.#url = url;
    this.#key = key;
    this.#seed = seed;
  }

  async printAll({ from, to }: { from: number; to: number }): Promise<void> {
    let next = from;
    const work = async (): Promise<void> => {
      while (next < to && this.failures.length < MAX_FAILURES) await this.#try(next++);
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, work));
  }

  async #try(index: number): Promise<void> {
    const random = new Random(seedOf(this.#seed, index));
    const document = new DocumentGenerator(random).document();
    const expected = randomOptions(random, document);
    const problems = await this.#printTwice(random, document, expected).catch((error: unknown) => [
      String(error),
    ]);
    if (problems.length === 0) return;
    this.failures.push(
      [
        `Seed ${this.#seed}, document ${index}: ${problems.join('; ')}`,
        JSON.stringify({ htmlContent: document.html, options: expected.options }),
        `Repeat it: npm run tool -- fuzz pdf --seed ${this.#seed} --only ${index}`,
      ].join('\n'),
    );
  }

  /** The same document again, whole or in part. */
  async #printTwice(random: Random, document: RandomDocument, expected: RandomOptions): Promise<string[]> {
    const first = await this.#print(document, expected.options);
    if (typeof first === 'string') return isAllowed(first, document, expected) ? [] : [first];
    const totalPages = first.pageCount;
    const common = { document, expected, totalPages };
    const problems = await this.#check(first, { ...common, pageCount: totalPages, pages: null });

    const ranges = random.chance(0.5) && expected.heightMm !== null ? randomRanges(random, totalPages) : null;
    const second = await this.#print(document, {
      ...expected.options,
      ...(ranges === null ? {} : { pageRanges: ranges.text }),
    });
    if (typeof second === 'string') {
      return ranges?.isPastEnd && second.startsWith('VALIDATION_ERROR')
        ? problems
        : [...problems, `then ${second}`];
    }
    if (ranges?.isPastEnd) return [...problems, `prints ${ranges.text} of ${totalPages} pages`];
    if (ranges === null && second.pageCount !== totalPages) {
      problems.push(`${totalPages} pages, then ${second.pageCount}`);
    }
    const pages = ranges?.pages ?? null;
    return [...problems, ...(await this.#check(second, { ...common, pageCount: second.pageCount, pages }))];
  }

  async #check(printed: Printed, expectation: Parameters<typeof problemsOfPdf>[1]): Promise<string[]> {
    const problems = await problemsOfPdf(printed.bytes, expectation);
    const { userPassword } = expectation.expected;
    return this.usesQpdf ? [...problems, ...problemsOfQpdf(printed.bytes, userPassword)] : problems;
  }

  /** @returns the code and the details of an error */
  async #print({ html }: RandomDocument, options: object): Promise<Printed | string> {
    const response = await fetch(`${this.#url}/v1/pdf/generate`, {
      method: 'POST',
      headers: { 'X-API-Key': this.#key, 'Content-Type': 'application/json' },
      body: JSON.stringify({ htmlContent: html, options }),
    });
    const answer = (await response.json()) as Answer;
    if (answer.error !== undefined) {
      const { code, message, details = [] } = answer.error;
      this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
      return `${code}: ${message} ${details.join('; ')}`;
    }
    this.printed += 1;
    this.pages += answer.report.pageCount;
    const file = await fetch(answer.data.url);
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (bytes.length !== answer.data.size)
      return `${bytes.length} bytes, and the answer says ${answer.data.size}`;
    return { pageCount: answer.report.pageCount, bytes };
  }
}

interface Answer {
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly string[] };
  readonly data: { readonly url: string; readonly size: number };
  readonly report: { readonly pageCount: number };
}

/** A page that is as high as its content cannot have a second page. */
const isAllowed = (error: string, _: RandomDocument, { heightMm }: RandomOptions): boolean =>
  error.startsWith('VALIDATION_ERROR') && heightMm === null;

function randomRanges(random: Random, totalPages: number) {
  const first = 1 + random.below(totalPages);
  const isPastEnd = random.chance(0.1);
  const last = isPastEnd ? totalPages + 1 : first + random.below(totalPages - first + 1);
  const pages = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return { text: first === last ? String(first) : `${first}-${last}`, pages, isPastEnd };
}
