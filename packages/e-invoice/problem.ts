/** What is wrong with an invoice. */
export interface InvoiceProblem {
  /** `BR-CO-15`; `XSD`: the structure of the XML or a value of a wrong kind; `XML`: it is not XML that is read here. */
  readonly rule: string;
  /** Data: a path such as `lines[0].netPrice`. XML: an XPath of elements. */
  readonly field: string;
  /** The business term of EN 16931, such as `BT-115`. */
  readonly term: string | null;
  /** A sentence, with the numbers. */
  readonly message: string;
}

/** More problems than these tell nobody more. */
export const MAX_PROBLEMS = 100;
