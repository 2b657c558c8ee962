/** Which files are listed. Days are the reader's, as a date field gives them: `2026-11-20`, or empty. */
export interface FileFilter {
  readonly from: string;
  readonly to: string;
  readonly templateId: string;
}

export const NO_FILTER: FileFilter = { from: '', to: '', templateId: '' };

export const isFiltered = ({ from, to, templateId }: FileFilter): boolean =>
  from !== '' || to !== '' || templateId !== '';

/** The query of the files route: both days included, in the reader's time zone. */
export function filterQuery({ from, to, templateId }: FileFilter): string {
  const query = new URLSearchParams();
  const fromStart = dayStart(from, 0);
  const toEnd = dayStart(to, 1);
  if (fromStart !== null) query.set('from', fromStart);
  if (toEnd !== null) query.set('to', toEnd);
  if (templateId !== '') query.set('templateId', templateId);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

/** When a day starts, or one that many days later: a day is not always 24 hours long. */
function dayStart(day: string, daysLater: number): string | null {
  const [, year, month, date] = /^(\d{4,6})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (year === undefined) return null;
  const start = new Date(Number(year), Number(month) - 1, Number(date) + daysLater);
  return Number.isNaN(start.getTime()) ? null : start.toISOString();
}
