import { escapeExpression, type Meter, SafeString } from '@platen/handlebars';

export interface RenderScope {
  /** BCP 47, such as `de-DE`. */
  readonly locale: string;
  /** IANA, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface Call {
  readonly args: readonly unknown[];
  readonly hash: Readonly<Record<string, unknown>>;
  readonly scope: RenderScope;
  readonly meter: Meter;
}

/** Missing input is not an error: it returns null, which prints nothing. A mistake is a `TemplateFault`. */
export type HelperBody = (call: Call) => unknown;

export type HelperTable = Readonly<Record<string, HelperBody>>;

/** HTML that `{{…}}` does not escape. Text from data must be escaped before. */
export const html = (text: string): unknown => new SafeString(text);

export const escapeHtml = (text: string): string => escapeExpression(text);
