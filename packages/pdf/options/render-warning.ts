/** The PDF was made, but it may not be what the client expects. */
export interface RenderWarning {
  /** For programs, such as `BAND_OVERFLOW`. */
  readonly code: string;
  /** A sentence or two: what happened, and what helps. */
  readonly message: string;
  /** The field of the request that it is about, such as `options.header.height`. */
  readonly field: string | null;
}
