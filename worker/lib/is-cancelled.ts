import { WorkCancelled } from '@platen/meter';
import { PrintCancelled } from '@platen/print-engine';

/** Returns whether the client has hung up, or the job was canceled: nobody reads an answer. */
export const isCancelled = (failure: unknown): boolean =>
  failure instanceof PrintCancelled || failure instanceof WorkCancelled;
