import type { Meter } from '../handlebars/limits.ts';
import { runtime } from '../handlebars/official.ts';

/** What helpers know about the rendering besides their arguments. Set anew for each composition. */
export interface RenderScope {
  readonly meter: Meter;
  /** BCP 47, such as `de-DE`; the template's, else `en-US`. */
  locale: string;
  /** IANA, such as `Europe/Berlin`; the template's, else `UTC`. */
  timeZone: string;
  /** Epoch milliseconds. */
  now: number;
}

export interface Call {
  readonly args: readonly unknown[];
  readonly hash: Readonly<Record<string, unknown>>;
  readonly scope: RenderScope;
}

/**
 * What a helper computes. Missing input is not an error: it gives `null`, which prints nothing. An argument
 * that can only be the author's mistake is a `TemplateFault`.
 */
export type HelperBody = (call: Call) => unknown;

export type HelperTable = Readonly<Record<string, HelperBody>>;

/** HTML of our own making, which `{{…}}` does not escape. Whatever of it came from data is escaped already. */
export const html = (text: string): unknown => new runtime.SafeString(text);

export const escapeHtml = (text: string): string => runtime.escapeExpression(text);
