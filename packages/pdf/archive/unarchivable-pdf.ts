/** The PDF cannot be PDF/A. */
export class UnarchivablePdf extends Error {
  override readonly name = 'UnarchivablePdf';
  /** For the client. Each has the rule of ISO 19005-2 and the place: `options.pdfa: rule 6.2.11.8, page 3, font AAAAAA+Inter: …`. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the PDF cannot be PDF/A: ${problems[0] ?? ''}`);
    this.problems = problems;
  }
}
