import { isId } from '../../schema/ids.ts';

/** One result of a search. `to` is a path below the workspace. */
export interface SearchResult {
  readonly id: string;
  readonly group: 'Pages' | 'Templates' | 'Files' | 'Jobs' | 'Batches' | 'Requests';
  readonly label: string;
  /** Beside the label: the id, or the time. */
  readonly detail?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
}

/** The results of one group. */
const MAX_SHOWN = 5;

/** Labels that start with the text come first. An id is found by any part of it. */
export function findResults(results: readonly SearchResult[], text: string): SearchResult[] {
  const wanted = text.trim().toLowerCase();
  const scored = results.flatMap((result) => {
    const score = scoreOf(result, wanted);
    return score === null ? [] : [{ result, score }];
  });
  const groups = Map.groupBy(scored, ({ result }) => result.group);
  return [...groups.values()].flatMap((group) =>
    group
      .toSorted((one, other) => one.score - other.score)
      .slice(0, wanted === '' ? group.length : MAX_SHOWN)
      .map(({ result }) => result),
  );
}

/** A whole id leads to its page, also if no list has it. */
export function findById(id: string, found: readonly SearchResult[]): SearchResult[] {
  if (found.some((result) => result.id === id)) return [];
  if (isId('tpl', id)) return [{ id, group: 'Templates', label: id, to: `templates/${id}` }];
  if (isId('batch', id)) return [{ id, group: 'Batches', label: id, to: `batches/${id}` }];
  if (isId('job', id)) return [{ id, group: 'Jobs', label: id, to: 'jobs', search: { job: id } }];
  if (isId('file', id)) return [{ id, group: 'Files', label: id, to: 'files', search: { file: id } }];
  return [];
}

function scoreOf({ id, label, group, detail = '' }: SearchResult, wanted: string): number | null {
  // Only pages are few enough to be listed as a whole.
  if (wanted === '') return group === 'Pages' ? 0 : null;
  const name = label.toLowerCase();
  if (name.startsWith(wanted)) return 0;
  if (name.split(/\s+/).some((word) => word.startsWith(wanted))) return 1;
  if (name.includes(wanted)) return 2;
  return id.toLowerCase().includes(wanted) || detail.toLowerCase().includes(wanted) ? 3 : null;
}
