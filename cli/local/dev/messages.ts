import type { Problem } from '../problems.ts';

/** A message from the server to the page. `page/page.js` reads it. */
export type DevMessage = ProjectMessage | PrintMessage | ProblemsMessage;

export interface ProjectMessage {
  readonly kind: 'project';
  readonly chromium: string;
  readonly templates: readonly {
    readonly slug: string;
    readonly name: string;
    readonly samples: readonly string[];
    readonly locales: readonly string[];
  }[];
}

/** The print that a viewer looks at. */
export interface Selection {
  readonly slug: string;
  /** It is null if the template has no samples. */
  readonly sample: string | null;
  readonly locale: string | null;
}

export interface PrintMessage extends Selection {
  readonly kind: 'print';
  /** `/prints/{id}.pdf`, and `/prints/{id}/{page}.png`. */
  readonly id: number;
  readonly filename: string;
  readonly pages: readonly { readonly widthMm: number; readonly heightMm: number }[];
  readonly warnings: readonly string[];
  readonly composeMs: number;
  readonly printMs: number;
}

export interface ProblemsMessage {
  readonly kind: 'problems';
  readonly problems: readonly (Problem & { readonly text: string })[];
}
