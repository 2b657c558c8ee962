import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { consoleApi, readData } from '../../api/console-client.ts';
import { useWorkspace } from '../../session.ts';
import type { DayRange } from './usage-numbers.ts';

export function useUsage(days: DayRange) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: ['workspace', id, 'usage', days],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.GET('/console/workspaces/{ws}/usage', {
          params: { path: { ws: id }, query: { days } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
