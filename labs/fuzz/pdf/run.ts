import { Operator } from '../../../scripts/installation/operator.ts';
import type { Service } from '../../../scripts/local/service.ts';
import { failuresOf, type Random, type RandomRuns } from '../../../test/support/random.ts';
import { problemsOfPdf } from './check-pdf.ts';
import { hasQpdf, problemsOfQpdf } from './qpdf.ts';
import { DocumentGenerator, type RandomDocument } from './random-document.ts';
import { type RandomOptions, randomOptions } from './random-options.ts';

/** Documents in work at the same time. */
const AT_A_TIME = 3;

export interface PdfReport {
  readonly printed: number;
  readonly pages: number;
  /** The number of requests that got each error. */
  readonly errors: Readonly<Record<string, number>>;
  readonly checkedWithQpdf: boolean;
  readonly failures: readonly string[];
}

interface Printed {
  readonly pageCount: number;
  readonly bytes: Uint8Array;
}

export async function fuzzPdf(service: Service, runs: RandomRuns): Promise<PdfReport> {
  const operator = new Operator(service.url, service.operatorToken);
  const { id: workspaceId } = await operator.createWorkspace({ name: 'fuzz', plan: 'scale-enterprise' });
  const permissions = ['pdf.generate', 'pdf.read'];
  const { key } = await operator.createKey({ workspaceId, name: 'fuzz', environment: 'live', permissions });
  const run = new Run(service.url, key);
  const failures = await failuresOf((random) => run.try(random), { ...runs, lanes: AT_A_TIME });
  const { quotaUsed } = await operator.setWorkspace(workspaceId, {});
  if (quotaUsed !== run.printed) failures.push(`${quotaUsed} credits were spent for ${run.printed} PDFs`);
  return {
    printed: run.printed,
    pages: run.pages,
    errors: Object.fromEntries(run.errors),
    checkedWithQpdf: run.usesQpdf,
    failures,
  };
}

class Run {
  printed = 0;
  pages = 0;
  readonly errors = new Map<string, number>();
  readonly usesQpdf = hasQpdf();
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** @throws {Error} a PDF is wrong */
  async try(random: Random): Promise<void> {
    const document = new DocumentGenerator(random).document();
    const expected = randomOptions(random, document);
    const problems = await this.#printTwice(random, document, expected);
    if (problems.length === 0) return;
    const request = JSON.stringify({ htmlContent: document.html, options: expected.options });
    throw new Error(`${problems.join('; ')}\n${request}`);
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
