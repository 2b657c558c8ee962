import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UsageOverview } from '../../../schema/console/usage.ts';
import { get } from '../../api/console-client.ts';
import { useWorkspace } from '../../session.ts';
import type { Span } from './usage-numbers.ts';

/** The numbers of the last `span` days. What was shown before stays until the new ones are here. */
export function useUsage(span: Span) {
  const { id } = useWorkspace();
  return useQuery({
    queryKey: ['workspace', id, 'usage', span],
    queryFn: ({ signal }) =>
      get<UsageOverview>(`/workspaces/${encodeURIComponent(id)}/usage?days=${span}`, signal),
    placeholderData: keepPreviousData,
  });
}
