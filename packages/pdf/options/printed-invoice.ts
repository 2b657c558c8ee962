/** The values of an electronic invoice that its pages must show. It can be sent as JSON. */
export interface PrintedInvoice {
  readonly values: readonly PrintedValue[];
  readonly lines: readonly PrintedLine[];
}

export interface PrintedValue {
  /** The field of the request: `templateData.totals.payable`. */
  readonly field: string;
  /** The business term of EN 16931, such as `BT-115`. */
  readonly term: string;
  /**
   * `text` is a name, whose case, spaces and punctuation may differ. `code` is an identifier, whose case and spaces may differ. A `date` is `2026-11-27`,
   * and so is a `month`, of which month and year are enough. A `number` is `1234.5`.
   */
  readonly kind: 'text' | 'code' | 'date' | 'month' | 'number';
  readonly value: string;
  /** The pages may show all of these numbers instead. */
  readonly parts?: readonly string[];
}

export interface PrintedLine {
  readonly name: PrintedValue;
  /** The quantity and the net amount, which are beside the name or near it. */
  readonly numbers: readonly PrintedValue[];
  /** Other numbers of the line, and texts that may have some. They explain other numbers beside the name. */
  readonly others: readonly string[];
}
