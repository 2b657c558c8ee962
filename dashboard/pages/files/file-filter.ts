import type { Environment } from '../../../schema/permissions.ts';

/** Filters for the list of files. Days are as a date field returns them: `2026-11-20`, or empty. */
export interface FileFilter {
  readonly from: string;
  readonly to: string;
  readonly templateId: string;
  /** Empty for files of all keys. */
  readonly environment: Environment | '';
}

export const NO_FILTER: FileFilter = { from: '', to: '', templateId: '', environment: '' };

export const isFiltered = (filter: FileFilter): boolean =>
  Object.values(filter).some((value) => value !== '');

interface FileQuery {
  readonly from?: string;
  readonly to?: string;
  readonly templateId?: string;
  readonly environment?: Environment;
}

/** The query parameters of the file list. Both days are included, in the browser's time zone. */
export function toFileQuery({ from, to, templateId, environment }: FileFilter): FileQuery {
  const fromStart = findDayStart(from, 0);
  const toEnd = findDayStart(to, 1);
  return {
    ...(fromStart === null ? {} : { from: fromStart }),
    ...(toEnd === null ? {} : { to: toEnd }),
    ...(templateId === '' ? {} : { templateId }),
    ...(environment === '' ? {} : { environment }),
  };
}

/** The start of the day `daysLater` days after `day`. Days are not always 24 hours long. */
function findDayStart(day: string, daysLater: number): string | null {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
