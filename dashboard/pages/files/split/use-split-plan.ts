import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { SplitPlan } from '../../../../schema/console/files.ts';
import { consoleApi, readData } from '../../../api/console-client.ts';
import { useWorkspace } from '../../../session.ts';
import { type SplitWay, toSplitMode } from './split-way.ts';

const TYPING_PAUSE_MS = 300;

interface PlannedSplit {
  /** The plan of the whole file. It is null until the first plan is loaded. */
  readonly known: SplitPlan | null;
  /** Empty until the plan of this way is loaded. */
  readonly excerpts: readonly string[];
  readonly error: Error | null;
}

/** Asks the service which files a split would make. */
export function useSplitPlan(fileId: string, way: SplitWay): PlannedSplit {
  const { id: ws } = useWorkspace();
  const text = JSON.stringify({ fileId, ...toSplitMode(way) });
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS);
  // The plan of the whole file does not depend on what is typed.
  const whole = usePlan(ws, JSON.stringify({ fileId }));
  const plan = usePlan(ws, settled);
  const isCurrent = settled === text && plan.isSuccess && !plan.isPlaceholderData;
  return {
    known: whole.data ?? null,
    excerpts: isCurrent ? plan.data.excerpts : [],
    error: settled === text ? (whole.error ?? plan.error) : null,
  };
}

const usePlan = (ws: string, text: string) =>
  useQuery({
    queryKey: ['workspace', ws, 'split-plan', text],
    queryFn: ({ signal }) =>
      readData(
        consoleApi.POST('/console/workspaces/{ws}/files/split/plan', {
          params: { path: { ws } },
          body: JSON.parse(text),
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
    // A PDF never changes.
    staleTime: Infinity,
  });
