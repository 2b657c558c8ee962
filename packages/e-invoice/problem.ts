/** A problem of an invoice. */
export interface InvoiceProblem {
  /** The rule, such as `BR-CO-15`. `DATA` is a value of the data that is of a wrong kind or too long. `XSD` is the structure of the XML. `XML` is XML that cannot be read. */
  readonly rule: string;
  /** The place of the problem: a path such as `lines[0].netPrice` in data, an XPath in XML. */
  readonly field: string;
  /** The business term of EN 16931, such as `BT-115`. It is null if there is none. */
  readonly term: string | null;
  /** A sentence that says what is wrong. */
  readonly message: string;
}

/** The most problems that a check returns. */
export const MAX_PROBLEMS = 100;
