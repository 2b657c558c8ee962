/** `plain` takes no shortcut. It makes the same PDFs, so it shows whether a shortcut is the cause of a fault. */
export const PRINT_PATHS = ['fast', 'plain'] as const;

export type PrintPath = (typeof PRINT_PATHS)[number];

/** A print may leave these steps out, because nobody could see them in the PDF of this document. */
export interface Shortcuts {
  /** No script and no animation is in the document. */
  readonly isStill: boolean;
  /** Nothing happens in the document after it is parsed, so nothing is waited for. */
  readonly isStatic: boolean;
  /** The print is sent together with the document (decision 67). */
  readonly isPrintedEarly: boolean;
  /** Only the print lays the document out. Its window is the smallest (decision 68). */
  readonly isUnseen: boolean;
  /** Such documents can replace one another in a page that is not cleared (decision 70). */
  readonly isTraceless: boolean;
}

export const NO_SHORTCUTS: Shortcuts = {
  isStill: false,
  isStatic: false,
  isPrintedEarly: false,
  isUnseen: false,
  isTraceless: false,
};
