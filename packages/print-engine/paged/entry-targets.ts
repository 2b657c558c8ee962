import type { EntryTarget, PrintJob } from '@platen/pdf';
import type { PrintedDocument } from '../print/print-document.ts';
import { toHeight } from './bookmarks.ts';

/** Returns the places to which other entries refer, as they are in the PDF. Those on pages that were not printed are left out. */
export function toEntryTargets(
  job: PrintJob,
  targets: readonly EntryTarget[],
  { pageNumbers }: PrintedDocument,
): EntryTarget[] {
  const pages = new Map(pageNumbers.map((number, index) => [number, index + 1]));
  return targets.flatMap((target) => {
    const page = pages.get(target.page);
    const y = target.y === null ? null : toHeight(job, target.y);
    return page === undefined ? [] : [{ ...target, page, y }];
  });
}
