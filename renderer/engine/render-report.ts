/** Lists and texts have a maximum length. */
export interface RenderReport {
  readonly pageCount: number;
  /** Images, styles, fonts and scripts, in order of failure. */
  readonly failedResources: readonly { readonly url: string; readonly reason: string }[];
  readonly consoleErrors: readonly string[];
  readonly missingGlyphs: readonly string[];
  /** Milliseconds of each step, in order. */
  readonly phases: Readonly<Record<string, number>>;
}
