import type { InvoiceProblem } from '@platen/e-invoice';
import { cut } from '../source-text.ts';

/** The most problems in an answer. */
const MAX_PROBLEMS = 20;

/** The checked input. Problems of data name a field, and problems of XML name an element. */
export interface CheckedInvoice {
  readonly kind: 'data' | 'xml';
  /** The field of the request that has it. */
  readonly field: string;
}

/** Returns details such as `templateData.totals.payable: BR-CO-15 (BT-112): …`. */
export function describeProblems(problems: readonly InvoiceProblem[], checked: CheckedInvoice): string[] {
  const details = problems.slice(0, MAX_PROBLEMS).map((problem) => cut(describe(problem, checked)));
  const more = problems.length - details.length;
  return more > 0 ? [...details, `${checked.field}: ${more} more problems`] : details;
}

function describe({ rule, field, term, message }: InvoiceProblem, checked: CheckedInvoice): string {
  const name = term === null ? rule : `${rule} (${term})`;
  if (checked.kind === 'xml')
    return `${checked.field}: ${name}${field === '' ? '' : `, ${field}`}: ${message}`;
  const path = field === '' || field.startsWith('[') ? field : `.${field}`;
  return `${checked.field}${path}: ${name}: ${message}`;
}
