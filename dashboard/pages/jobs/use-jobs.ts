import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ListedJob } from '../../../schema/console/jobs.ts';
import type { JobState } from '../../../schema/jobs.ts';
import { consoleApi, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { useWorkspace } from '../../session.ts';
import { jobRefreshInterval } from './job-state.ts';

/** @param state null for jobs in all states */
export function useJobs(state: JobState | null) {
  const { id } = useWorkspace();
  return usePagedQuery<ListedJob>(
    ['workspace', id, 'jobs', state],
    ({ cursor, signal }) =>
      readPage(
        consoleApi.GET('/console/workspaces/{ws}/jobs', {
          params: { path: { ws: id }, query: { cursor, ...(state === null ? {} : { state }) } },
          signal,
        }),
      ),
    jobRefreshInterval,
  );
}

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
