import { REPORT_LIMITS, type RenderReport } from '@platen/print-engine';
import type { Assembly } from '../../../../schema/api/assemble.ts';
import { toWarnings, type UnknownFields } from '../../../../compose/unknown-fields/index.ts';
import type { Report } from '../../../../schema/api/report.ts';
import { wantsReport } from './wants-report.ts';

type Lists = Pick<RenderReport, 'failedResources' | 'consoleErrors' | 'missingGlyphs' | 'warnings'>;

const EMPTY: Lists = { failedResources: [], consoleErrors: [], missingGlyphs: [], warnings: [] };

/** This much may still be added to the lists of one report: a hundred entries must not make an answer of ten megabytes. */
class Allowance {
  readonly #left: Record<keyof Lists, number> = { ...REPORT_LIMITS };

  /** Leaves out what is over the limit. */
  take({ failedResources, consoleErrors, missingGlyphs, warnings }: Lists): Lists {
    return {
      failedResources: this.#cut('failedResources', failedResources),
      consoleErrors: this.#cut('consoleErrors', consoleErrors),
      missingGlyphs: this.#cut('missingGlyphs', missingGlyphs),
      warnings: this.#cut('warnings', warnings),
    };
  }

  #cut<Item>(list: keyof Lists, items: readonly Item[]): readonly Item[] {
    const taken = items.slice(0, this.#left[list]);
    this.#left[list] -= taken.length;
    return taken;
  }
}

/** Collects what the prints of a merge or a finish report (contract 2.5). */
export class AssemblyReport {
  /** The pages of the result. */
  pageCount = 0;
  readonly #all: boolean;
  readonly #ofEntries = new Allowance();
  readonly #entries: NonNullable<Report['entries']>[number][] = [];
  readonly #isMerge: boolean;
  #lists: Lists;

  constructor({ kind, body }: Assembly, unknownFields: UnknownFields) {
    this.#isMerge = kind === 'merge';
    this.#all = kind !== 'split' && body.options?.report === true;
    this.#lists = { ...EMPTY, warnings: toWarnings(unknownFields) };
  }

  /** Returns whether this entry of a merge is reported. */
  includes(entry: { readonly options?: { readonly report?: boolean | undefined } | undefined }): boolean {
    return this.#all || entry.options?.report === true;
  }

  /** Adds what the print of the header and footer, or of the watermark, reports. */
  add(lists: Partial<Lists>): void {
    const { failedResources, consoleErrors, missingGlyphs, warnings } = this.#lists;
    const more = { ...EMPTY, ...lists };
    this.#lists = {
      failedResources: [...failedResources, ...more.failedResources],
      consoleErrors: [...consoleErrors, ...more.consoleErrors],
      missingGlyphs: [...new Set([...missingGlyphs, ...more.missingGlyphs])],
      warnings: [...warnings, ...more.warnings],
    };
  }

  addEntry(index: number, report: RenderReport): void {
    const { entryLinks: _, ...printed } = report;
    this.#entries.push({ index, ...printed, ...this.#ofEntries.take(report) });
  }

  /** @param phases milliseconds of each step */
  toReport(phases: Readonly<Record<string, number>>): Report {
    const entries = this.#entries.toSorted((one, other) => one.index - other.index);
    const lists = new Allowance().take(this.#lists);
    return { pageCount: this.pageCount, ...lists, phases, ...(this.#isMerge ? { entries } : {}) };
  }
}

/** Returns null if the request does not ask for a report. */
export function openReport(assembly: Assembly, unknownFields: UnknownFields): AssemblyReport | null {
  return wantsReport(assembly) ? new AssemblyReport(assembly, unknownFields) : null;
}
