/**
 * A consumer leases the work that it does: a row of a batch, a job, a batch's output. A consumer that is silent for this long
 * is lost, and its work is given to another one. So a killed Worker delays nothing for long, whatever the timeout of the plan.
 */
export const LEASE_MS = 12_000;

/** A consumer may miss two renewals, because a busy process is late. */
export const RENEWAL_MS = 3_000;

/** If no consumer starts within this time, the message of the queue is lost. */
export const BELL_MS = 15_000;

/**
 * A lease measures the silence of a process. So it counts by the machine's clock, not by the clock of the service, which tests
 * move: a jump of that clock is no silence.
 */
export const leaseNow = (): number => Date.now();

export const newLease = (): number => leaseNow() + LEASE_MS;
