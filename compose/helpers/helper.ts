import { escapeExpression, type Meter, SafeString, type SourceLocation } from '@platen/handlebars';
import type { Translation } from '../translations/load-translator.ts';

export interface RenderScope {
  /** BCP 47, such as `de-DE`. */
  readonly locale: string;
  /** IANA, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Default: there are no translations. */
  readonly translation?: Translation | null;
}

export interface Call {
  readonly args: readonly unknown[];
  readonly hash: Readonly<Record<string, unknown>>;
  readonly scope: RenderScope;
  readonly meter: Meter;
  /** The place of the call in the template, or in the partial of the workspace. */
  readonly loc: SourceLocation | undefined;
  readonly partial: string | null;
}

/** Missing input is not an error: it returns null, which prints nothing. A mistake is a `TemplateFault`. */
export type HelperBody = (call: Call) => unknown;

export type HelperTable = Readonly<Record<string, HelperBody>>;

/** HTML that `{{…}}` does not escape. Text from data must be escaped before. */
export const html = (text: string): unknown => new SafeString(text);

export const escapeHtml = (text: string): string => escapeExpression(text);
