import type { Meter } from '@platen/meter';
import { MAX_PROBLEMS, type InvoiceProblem } from '../problem.ts';
import { invoiceOfAnyLines, type InvoiceData, lineSchema } from './schema.ts';

/** A line is read, or one of its allowances, charges, classifications and attributes. */
const LINE_WORK = 2_000;

/** Returns the data without unknown fields, or its problems. Others have their turn between its lines. */
export async function readData(
  data: unknown,
  meter: Meter,
): Promise<{ data: InvoiceData } | { problems: InvoiceProblem[] }> {
  const whole = invoiceOfAnyLines.safeParse(data);
  const problems = (whole.error?.issues ?? []).map((issue) => asProblem(issue, []));
  const lines: NonNullable<InvoiceData['lines']> = [];
  for (const [index, given] of (whole.data?.lines ?? []).entries()) {
    meter.charge(LINE_WORK * partsOf(given));
    if (meter.isDue) await meter.pause();
    const read = lineSchema.safeParse(given);
    if (read.success) lines.push(read.data);
    else problems.push(...read.error.issues.map((issue) => asProblem(issue, ['lines', index])));
    if (problems.length >= MAX_PROBLEMS) break;
  }
  if (whole.data === undefined || problems.length > 0) return { problems: problems.slice(0, MAX_PROBLEMS) };
  return { data: { ...whole.data, lines: whole.data.lines == null ? whole.data.lines : lines } };
}

/** The line, and the entries of its lists. */
const partsOf = (line: unknown): number =>
  Object.values(line ?? {}).reduce<number>(
    (parts, value) => parts + (Array.isArray(value) ? value.length : 0),
    1,
  );

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Names the field as a path such as `lines[0].vat.rate`. */
const asProblem = ({ path, message }: Issue, owner: readonly PropertyKey[]): InvoiceProblem => ({
  rule: 'DATA',
  field: [...owner, ...path]
    .map((one, index) => (typeof one === 'number' ? `[${one}]` : `${index === 0 ? '' : '.'}${String(one)}`))
    .join(''),
  term: null,
  message,
});
