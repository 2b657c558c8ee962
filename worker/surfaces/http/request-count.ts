import { UNLIMITED } from '../../../schema/plans.ts';
import type { AnsweredCode } from '../../lib/api-error.ts';
import type { RateState } from '../../objects/rate-limit/rate-window.ts';

/** The counts of this request. All code that counts a request writes here. */
export class RequestCount {
  #rate: RateState | null = null;
  #errorCode: AnsweredCode | null = null;

  /** It is null until the request is counted. */
  get rate(): RateState | null {
    return this.#rate;
  }

  /** `errorCode` is null for a success so far. */
  counted(rate: RateState, errorCode: AnsweredCode | null): void {
    this.#rate = rate;
    this.#errorCode = errorCode;
  }

  countedError(errorCode: AnsweredCode): void {
    this.#errorCode = errorCode;
  }

  hasCounted(errorCode: AnsweredCode): boolean {
    return this.#errorCode === errorCode;
  }

  exempt(now: number): void {
    this.#rate = unlimitedRate(now);
  }
}

/** The headers show this for a request that no limit counts. */
export const unlimitedRate = (now: number): RateState => ({
  limit: UNLIMITED,
  remaining: UNLIMITED,
  resetAt: Math.ceil(now / 1000) + 60,
});
