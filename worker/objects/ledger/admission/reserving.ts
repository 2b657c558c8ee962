import type { Environment } from '../../../../schema/permissions.ts';
import type { Plan } from '../../../../schema/plans.ts';
import type { AccountStore } from './account-store.ts';
import { inMonth, remainingOf, secondsToNextMonth } from './credits.ts';
import type { LostTime } from './lost-time.ts';
import type { FileGroups } from '../files/file-groups.ts';
import type { UploadedBytes } from '../files/uploaded-bytes.ts';
import type { ReservationGrowth, ReservationRequest } from './admission-protocol.ts';
import type { Refused } from '../protocol.ts';
import { type ReservationStore, SETTLING_TIME_MS } from './reservation-store.ts';

export interface ReservingDeps {
  readonly accounts: AccountStore;
  readonly reservations: ReservationStore;
  readonly lostTime: LostTime;
  readonly groups: FileGroups;
  readonly uploads: UploadedBytes;
  readonly inTransaction: (write: () => void) => void;
}

interface ReservationTerms extends ReservationRequest {
  /** See `Reservation`. Default: false. */
  readonly isAlone?: boolean;
}

/** Holds a credit and a file id for a print, of a request or of a job. */
export class Reserving {
  readonly #deps: ReservingDeps;

  constructor(deps: ReservingDeps) {
    this.#deps = deps;
  }

  /** @param credits that are needed */
  refuseCredit(environment: Environment, plan: Plan, now: number, credits = 1): Refused | null {
    if (environment === 'test' || credits === 0) return null;
    const { accounts, reservations } = this.#deps;
    const balance = inMonth(accounts.balance(now), now);
    const free = remainingOf(balance, plan.monthlyCredits) - reservations.heldCredits();
    if (free >= credits) return null;
    return { refusal: 'NO_CREDITS_AVAILABLE', retryAfterSeconds: secondsToNextMonth(now) };
  }

  /** Returns null if the file is reserved. */
  reserve(request: ReservationTerms, plan: Plan, now: number): Refused | null {
    const { lostTime, reservations } = this.#deps;
    const refused =
      request.isUpload === true
        ? this.#refuseUpload(plan)
        : (this.refuseCredit(request.environment, plan, now) ??
          lostTime.refuse(now, () => reservations.runningUntil()));
    if (refused !== null) return refused;
    reservations.save({
      fileId: request.fileId,
      environment: request.environment,
      spendsCredit:
        request.environment === 'live' && request.isUpload !== true && request.creditsLater !== true,
      idempotency: request.idempotency ?? null,
      dueAt: request.deadline + SETTLING_TIME_MS,
      released: false,
      isAlone: request.isAlone ?? false,
    });
    return null;
  }

  /** Uploads that run at the same time can exceed the limit by their own size. */
  #refuseUpload({ maxUploadedBytes }: Plan): Refused | null {
    return this.#deps.uploads.bytes < maxUploadedBytes ? null : { refusal: 'UPLOAD_LIMIT_REACHED' };
  }

  /** All of them, or none. Can be repeated. It is null if they are reserved. */
  grow({ leadId, fileIds, scratchIds }: ReservationGrowth, plan: Plan, now: number): Refused | null {
    const { accounts, reservations, groups, inTransaction } = this.#deps;
    if (accounts.isClosed()) return { refusal: 'WORKSPACE_NOT_FOUND' };
    const lead = reservations.find(leadId);
    if (lead === null || lead.released) return { refusal: 'REQUEST_TIMEOUT' };
    const held = new Set([...groups.heldBy(leadId), ...(lead.spendsCredit ? [leadId] : [])]);
    const all = [...fileIds, ...scratchIds];
    if (all.every((id) => held.has(id))) return null;
    const unpaid = fileIds.filter((id) => !held.has(id));
    const refused = this.refuseCredit(lead.environment, plan, now, unpaid.length);
    if (refused !== null) return refused;
    inTransaction(() => {
      const paid = new Set(lead.environment === 'live' ? fileIds : []);
      const spendsCredit = lead.spendsCredit || paid.has(leadId);
      reservations.save({ ...lead, spendsCredit, isAlone: false });
      const others = all.filter((id) => id !== leadId);
      for (const fileId of others) {
        const other = { ...lead, fileId, spendsCredit: paid.has(fileId) };
        reservations.save({ ...other, idempotency: null, isAlone: false });
      }
      groups.hold(leadId, others);
    });
    return null;
  }
}
