import { UNLIMITED } from '../../schema/plans.ts';
import type { AnsweredCode } from '../api-error.ts';
import type { RateState } from './rate-window.ts';

/**
 * Whether this request was counted, at which rate, and under which error. There is one for each request, and
 * every part of the Worker that counts the request writes here.
 */
export class RequestCount {
  #rate: RateState | null = null;
  #errorCode: AnsweredCode | null = null;

  /** What the three rate-limit headers show; null until the request is counted. */
  get rate(): RateState | null {
    return this.#rate;
  }

  /** @param errorCode what the request was counted as; null for a success so far */
  counted(rate: RateState, errorCode: AnsweredCode | null): void {
    this.#rate = rate;
    this.#errorCode = errorCode;
  }

  /** A counted request failed later, and that was counted too. */
  countedError(errorCode: AnsweredCode): void {
    this.#errorCode = errorCode;
  }

  hasCounted(errorCode: AnsweredCode): boolean {
    return this.#errorCode === errorCode;
  }

  /** For requests that no limit applies to. */
  exempt(now: number): void {
    this.#rate = { limit: UNLIMITED, remaining: UNLIMITED, resetAt: Math.ceil(now / 1000) + 60 };
  }
}
