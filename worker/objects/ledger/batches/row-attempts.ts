import { PLANS } from '../../../../schema/plans.ts';
import type { MadeFile, RowAttempt, RowRefusal, RowStart, RowStartRequest } from '../../batch/protocol.ts';
import type { AccountStore } from '../admission/account-store.ts';
import type { BatchList, ListedBatch } from './batch-list.ts';
import type { BatchRowFile, BatchRows } from './batch-rows.ts';
import type { FileIndex } from '../files/file-index.ts';
import type { Places } from '../jobs/places.ts';
import type { Releasing } from '../admission/releasing.ts';
import type { ReservationStore } from '../admission/reservation-store.ts';
import type { Reserving } from '../admission/reserving.ts';
import type { RowSettling } from './row-settling.ts';

const CAN_START: readonly string[] = ['queued', 'running', 'paused'];

export interface RowAttemptsDeps {
  readonly accounts: AccountStore;
  readonly batches: BatchList;
  readonly batchRows: BatchRows;
  readonly files: FileIndex;
  readonly places: Places;
  readonly reservations: ReservationStore;
  readonly reserving: Reserving;
  readonly releasing: Releasing;
  readonly rowSettling: RowSettling;
  readonly inTransaction: <Result>(work: () => Result) => Result;
  readonly now: () => number;
}

/** The attempts of a batch's rows. Each is a reservation, as those of jobs are (decision 33). */
export class RowAttempts {
  readonly #deps: RowAttemptsDeps;

  constructor(deps: RowAttemptsDeps) {
    this.#deps = deps;
  }

  /** Can be repeated. A row that has its file gets it again, whatever became of the batch. */
  start(request: RowStartRequest): RowStart {
    const { batches, batchRows, accounts, inTransaction } = this.#deps;
    const batch = batches.find(request.batchId);
    if (batch === null || accounts.isClosed()) return refused({ refusal: 'ended' });
    const known = batchRows.find(request.batchId, request.index);
    if (known?.isRunning === false) return { outcome: 'made', file: this.#made(known.fileId) };
    if (known?.fileId === request.fileId) return this.#started(batch);
    if (!CAN_START.includes(batch.state)) return refused({ refusal: 'ended' });
    return inTransaction(() => this.#startNow(batch, request, known));
  }

  #startNow(batch: ListedBatch, request: RowStartRequest, known: BatchRowFile | null): RowStart {
    const { accounts, batchRows, places, reserving } = this.#deps;
    const now = this.#deps.now();
    if (known !== null) this.#abandon(known.fileId, now);
    if (accounts.isRevoked(batch.keyId)) return refused({ refusal: 'API_KEY_REVOKED' });
    const planId = accounts.plan() ?? batch.plan;
    if (places.isFullForRows(planId, now)) return refused({ refusal: 'full' });
    const { batchId, index, fileId, attempt } = request;
    const plan = PLANS[planId];
    const { environment } = batch;
    const refusal = reserving.reserve({ fileId, environment, deadline: now + plan.timeoutMs }, plan, now);
    if (refusal !== null) return refused(refusal);
    batchRows.save({ batchId, index, fileId, attempt, isRunning: true });
    return this.#started(batch);
  }

  #started({ plan }: ListedBatch): RowStart {
    const { accounts } = this.#deps;
    return {
      outcome: 'started',
      plan: accounts.plan() ?? plan,
      templatesVersion: accounts.version('templates'),
      targetsVersion: accounts.version('targets'),
    };
  }

  /**
   * No commit of these attempts can succeed after it. Can be repeated.
   *
   * @returns the file of each row. It is null if it has none
   */
  end(batchId: string, attempts: readonly RowAttempt[]): (MadeFile | null)[] {
    const { batchRows, inTransaction } = this.#deps;
    const now = this.#deps.now();
    return inTransaction(() =>
      attempts.map(({ index, fileId }) => {
        const known = batchRows.find(batchId, index);
        if (known?.isRunning === false) return this.#made(known.fileId);
        if (known?.fileId === fileId) this.#abandon(fileId, now);
        return null;
      }),
    );
  }

  #abandon(fileId: string, now: number): void {
    const { reservations, releasing, rowSettling } = this.#deps;
    const reservation = reservations.find(fileId);
    if (reservation !== null) releasing.abandon(reservation, now);
    rowSettling.released(fileId, null, now);
  }

  #made(fileId: string): MadeFile {
    return { fileId, expiresAt: this.#deps.files.find(fileId)?.expiresAt ?? null };
  }
}

const refused = (refusal: RowRefusal): RowStart => ({ outcome: 'refused', refused: refusal });
