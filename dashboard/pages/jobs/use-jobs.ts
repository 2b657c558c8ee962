import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '../../../schema/console/jobs.ts';
import type { JobState } from '../../../schema/jobs.ts';
import { consoleApi, readData, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { jobRefreshInterval } from './job-state.ts';

/**
 * @param state null for jobs in all states
 * @param jobId lists this job alone
 */
export function useJobs(state: JobState | null, jobId?: string) {
  const { id } = useWorkspace();
  return usePagedQuery<ListedJob>(
    ['workspace', id, 'jobs', state, jobId],
    async ({ cursor, signal }) => {
      if (jobId !== undefined) return { data: [await readJob(id, jobId, signal)], nextCursor: null };
      return readPage(
        consoleApi.GET('/console/workspaces/{ws}/jobs', {
          params: { path: { ws: id }, query: { cursor, ...(state === null ? {} : { state }) } },
          signal,
        }),
      );
    },
    jobRefreshInterval,
  );
}

const readJob = (workspaceId: string, jobId: string, signal: AbortSignal): Promise<ListedJob> =>
  readData(
    consoleApi.GET('/console/workspaces/{ws}/jobs/{jobId}', {
      params: { path: { ws: workspaceId, jobId } },
      signal,
    }),
  );

export function useCancelJob() {
  const { id } = useWorkspace();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (jobId: string) =>
      consoleApi.POST('/console/workspaces/{ws}/jobs/{jobId}/cancel', {
        params: { path: { ws: id, jobId } },
      }),
    onSettled: () => client.invalidateQueries({ queryKey: ['workspace', id, 'jobs'] }),
  });
}
