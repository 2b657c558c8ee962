import type { Environment } from '../../schema/permissions.ts';
import type { Plan } from '../../schema/plans.ts';
import type { AccountStore } from './account-store.ts';
import { inMonth, remainingOf, secondsToNextMonth } from './credits.ts';
import type { LostTime } from './lost-time.ts';
import type { Refused, ReservationRequest } from './protocol.ts';
import { type ReservationStore, SETTLING_TIME_MS } from './reservation-store.ts';

export interface ReservingParts {
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly lostTime: LostTime;
}

/** Holds a credit and a file id for a print, of a request or of a job. */
export class Reserving {
  readonly #parts: ReservingParts;

  constructor(parts: ReservingParts) {
    this.#parts = parts;
  }

  refuseCredit(environment: Environment, plan: Plan, now: number): Refused | null {
    if (environment === 'test') return null;
    const { accounts, reservations } = this.#parts;
    const balance = inMonth(accounts.balance(now), now);
    if (remainingOf(balance, plan.monthlyCredits) > reservations.heldCredits()) return null;
    return { refusal: 'NO_CREDITS_AVAILABLE', retryAfterSeconds: secondsToNextMonth(now) };
  }

  /** Null if the file is reserved. */
  reserve(request: ReservationRequest, plan: Plan, now: number): Refused | null {
    const { lostTime, reservations } = this.#parts;
    const refused =
      this.refuseCredit(request.environment, plan, now) ??
      lostTime.refuse(now, () => reservations.runningUntil());
    if (refused !== null) return refused;
    reservations.save({
      fileId: request.fileId,
      environment: request.environment,
      spendsCredit: request.environment === 'live',
      idempotency: request.idempotency ?? null,
      dueAt: request.deadline + SETTLING_TIME_MS,
      released: false,
    });
    return null;
  }
}
