/** The options that ask for a standard. */
export type StandardOption = 'pdfa' | 'pdfua';

/** The PDF cannot meet the standard of an option. */
export class ImpossiblePdf extends Error {
  override readonly name = 'ImpossiblePdf';
  readonly option: StandardOption;
  /** Messages for the client. Each names the option, the rule of the standard and the place: `options.pdfa: rule 6.2.11.8, page 3, font AAAAAA+Inter: …`. */
  readonly problems: readonly string[];

  constructor(option: StandardOption, problems: readonly string[]) {
    super(`the PDF cannot have options.${option}: ${problems[0] ?? ''}`);
    this.option = option;
    this.problems = problems;
  }
}
