/** An option that this PDF cannot have: a page range past its end, an attachment that it has already. */
export class InvalidPdfOption extends Error {
  override readonly name = 'InvalidPdfOption';
  /** For the client. It begins with the field at fault: `options.pageRanges: …`. */
  readonly detail: string;

  constructor(detail: string) {
    super(detail);
    this.detail = detail;
  }
}
