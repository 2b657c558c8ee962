import type { ByteSource, OtherEntries } from '@platen/pdf';
import type { RenderReport } from '@platen/print-engine';
import type { MergeEntry, MergeRequest } from '../../../../schema/api/assemble.ts';
import { printThroughLane } from '../generate.ts';
import { edgeLane } from '../lanes/lane.ts';
import type { AssemblyRun } from './assembly-run.ts';
import { atEntry } from './at-entry.ts';

/** The pages of a browser that the workspace may use limit them further. */
const AT_A_TIME = 3;

/** An entry that is no file of the workspace. */
export interface ReadyEntry {
  readonly source: ByteSource;
  /** Ends in `.pdf`. */
  readonly filename: string;
}

export interface PrintedEntry extends ReadyEntry {
  readonly report: RenderReport;
}

interface EntriesToPrint {
  /** In the request. */
  readonly indexes: readonly number[];
  /** Returns what an entry knows of the others. */
  readonly viewOf: (index: number) => OtherEntries | null;
}

/** By index in the request. A failure stops the entries that have not started. @throws {ApiError} names the entry */
export async function printEntries(
  run: AssemblyRun,
  { entries, options }: MergeRequest,
  { indexes, viewOf }: EntriesToPrint,
): Promise<ReadonlyMap<number, PrintedEntry>> {
  const printed = new Map<number, PrintedEntry>();
  const waiting = indexes.values();
  const strictness = options?.failOn && { failOn: options.failOn };
  let isFailed = false;
  const printer = async () => {
    for (const index of waiting) {
      const entry = entries[index];
      if (isFailed || entry === undefined) return;
      try {
        const strict = { ...entry, options: { ...strictness, ...entry.options } };
        printed.set(index, await printEntry(run, strict, viewOf(index)));
      } catch (error) {
        isFailed = true;
        throw atEntry(index, error);
      }
    }
  };
  const printers = await Promise.allSettled(Array.from({ length: AT_A_TIME }, printer));
  for (const ended of printers) if (ended.status === 'rejected') throw ended.reason;
  return printed;
}

async function printEntry(
  { report, ...run }: AssemblyRun,
  entry: MergeEntry,
  otherEntries: OtherEntries | null,
): Promise<PrintedEntry> {
  const { memory, scratch } = run;
  const { bookmark: _, pdf: _pdf, name: _name, ...generation } = entry;
  const body = { ...generation, options: { ...entry.options, report: report?.includes(entry) === true } };
  const { pdf, filename } = await printThroughLane(run, edgeLane({ body, json: body, memory }), otherEntries);
  return { source: await scratch.keepBody(pdf.body), filename, report: pdf.report };
}
