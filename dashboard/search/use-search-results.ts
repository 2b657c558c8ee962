import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { consoleApi, readPage } from '../api/console-client.ts';
import { PAGES } from '../layout/pages.tsx';
import { findById, findResults, type SearchResult } from './find-results.ts';

/** The newest files and jobs are searched by name in the browser. Older ones are found by their id. */
const LISTED = 200;

const STALE_MS = 30_000;
const TYPING_MS = 200;

/** The server searches requests, from this many characters on. */
const MIN_CHARACTERS = 3;

const FOUND_REQUESTS = 5;

export function useSearchResults(workspaceId: string, text: string) {
  const lists = useQuery({
    queryKey: ['workspace', workspaceId, 'search'],
    queryFn: ({ signal }) => readLists(workspaceId, signal),
    staleTime: STALE_MS,
  });
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const requests = useQuery({
    queryKey: ['workspace', workspaceId, 'search', 'requests', search],
    queryFn: ({ signal }) => findRequests(workspaceId, search, signal),
    enabled: search.length >= MIN_CHARACTERS,
    staleTime: STALE_MS,
  });
  const found = findResults([...PAGE_RESULTS, ...(lists.data ?? [])], text);
  const isComplete = search === text.trim() && !requests.isFetching && !lists.isPending;
  return {
    results: [
      ...found,
      ...findById(text.trim(), found),
      ...(search.length < MIN_CHARACTERS ? [] : (requests.data ?? [])),
    ],
    isComplete,
    error: lists.error ?? requests.error,
  };
}

const PAGE_RESULTS: readonly SearchResult[] = PAGES.map(({ path, label }) => ({
  id: path,
  group: 'Pages',
  label,
  to: path,
}));

async function readLists(workspaceId: string, signal: AbortSignal): Promise<SearchResult[]> {
  const params = { path: { ws: workspaceId }, query: { limit: LISTED } };
  const [templates, files, jobs] = await Promise.all([
    readPage(consoleApi.GET('/console/workspaces/{ws}/templates', { params, signal })),
    readPage(consoleApi.GET('/console/workspaces/{ws}/files', { params, signal })),
    readPage(consoleApi.GET('/console/workspaces/{ws}/jobs', { params, signal })),
  ]);
  return [
    ...templates.data.map(({ id, name }): SearchResult => ({
      id,
      group: 'Templates',
      label: name,
      detail: id,
      to: `templates/${id}`,
    })),
    ...files.data.map(({ fileId, filename }): SearchResult => ({
      id: fileId,
      group: 'Files',
      label: filename,
      detail: fileId,
      to: 'files',
      search: { file: fileId },
    })),
    ...jobs.data.map(({ jobId, file, state }): SearchResult => ({
      id: jobId,
      group: 'Jobs',
      label: file === null ? jobId : file.filename,
      detail: `${state} · ${jobId}`,
      to: 'jobs',
      search: { job: jobId },
    })),
  ];
}

async function findRequests(
  workspaceId: string,
  search: string,
  signal: AbortSignal,
): Promise<SearchResult[]> {
  const params = { path: { ws: workspaceId }, query: { search, limit: FOUND_REQUESTS } };
  const { data } = await readPage(consoleApi.GET('/console/workspaces/{ws}/requests', { params, signal }));
  return data.map(({ requestId, method, route, status, code }) => ({
    id: requestId,
    group: 'Requests',
    label: `${method} ${route}: ${code ?? status}`,
    detail: requestId,
    to: 'requests',
    search: { request: requestId },
  }));
}
