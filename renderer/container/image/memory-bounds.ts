import { totalmem } from 'node:os';

const MIB = 2 ** 20;

/** The smallest limit that the configuration accepts. */
export const MIN_PROCESS_MIB = 256;

/**
 * Memory that this process and the browser may use, in bytes.
 *
 * @param limit of the control group: 0 or more than the machine's memory if there is none
 */
export const availableMemory = (limit = process.constrainedMemory(), total = totalmem()): number =>
  limit > 0 ? Math.min(limit, total) : total;

export const partMib = (part: number): number => Math.floor((availableMemory() * part) / MIB);

/** The maximum of each process of a browser. */
export const maxProcessMib = (): number => Math.min(4_096, Math.max(MIN_PROCESS_MIB, partMib(1 / 2)));

/** The maximum of the processes of all pages together. The rest is for the others of the browser, and for the server. */
export const maxPagesMib = (): number => Math.max(MIN_PROCESS_MIB, partMib(3 / 4));
