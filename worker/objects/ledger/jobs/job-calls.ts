import type { OpenLedger } from '../open-ledger.ts';
import type { Cancellation, Enqueued, JobAttempt, JobFilter, JobPage, JobRecord } from './job-protocol.ts';

/** The calls of a ledger about jobs (contract 13). */
export const jobCalls = {
  /** The body is stored. @param template the version that the job prints */
  async enqueueJob(ledger: OpenLedger, jobId: string, template: string | null): Promise<Enqueued> {
    const enqueued = ledger.jobBook.enqueue(jobId, template);
    await ledger.alarm.schedule();
    return enqueued;
  },

  async dropJob(ledger: OpenLedger, jobId: string): Promise<void> {
    ledger.jobBook.drop(jobId);
    await ledger.alarm.schedule();
  },

  /** Returns null if there is nothing to do. */
  async startJob(ledger: OpenLedger, jobId: string, fileId: string): Promise<JobAttempt | null> {
    const attempt = ledger.jobBook.start(jobId, fileId);
    await ledger.alarm.schedule();
    // A job that cannot start has failed.
    ledger.handOutEvents();
    return attempt;
  },

  /** The attempt goes on. One that is silent has ended, and its job runs again. */
  renewJob(ledger: OpenLedger, jobId: string, fileId: string): void {
    ledger.jobBook.renew(jobId, fileId);
  },

  /** Waits up to `waitMs` for the end of the job. */
  findJob(ledger: OpenLedger, jobId: string, waitMs: number): Promise<JobRecord | null> {
    return ledger.jobBook.find(jobId, waitMs);
  },

  listJobs(ledger: OpenLedger, filter: JobFilter): JobPage {
    return ledger.jobBook.list(filter);
  },

  async cancelJob(ledger: OpenLedger, jobId: string): Promise<Cancellation> {
    const cancellation = ledger.jobBook.cancel(jobId);
    await ledger.alarm.schedule();
    return cancellation;
  },
};
