/** Which of a request's templates an error is in. */
export type TemplateDocument = 'html' | 'header' | 'footer' | 'outputName';

/**
 * A template that does not compile, or fails while it renders (`TEMPLATE_COMPILATION_ERROR`).
 * `message` says document, line and column (1-based); `details` hold the excerpt and a line with a caret.
 */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
  readonly document: TemplateDocument;
  readonly details: readonly string[];
  /** Both count from 1; null for what has no place, such as a source that is too long. */
  readonly position: { readonly line: number; readonly column: number } | null;

  constructor(
    document: TemplateDocument,
    message: string,
    details: readonly string[] = [],
    position: TemplateError['position'] = null,
  ) {
    super(message);
    this.document = document;
    this.details = details;
    this.position = position;
  }
}

/**
 * A request that is well-formed but cannot be composed: HTML over the limit, margins that leave no page,
 * `Custom` without a size (`VALIDATION_ERROR`). One entry in `details` for each problem, naming the field.
 */
export class InvalidComposition extends Error {
  override readonly name = 'InvalidComposition';
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super('The request cannot be composed.');
    this.details = details;
  }
}
