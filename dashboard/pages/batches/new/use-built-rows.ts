import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../../session.ts';
import type { ColumnMapping } from './column-mapping.ts';
import type { RowsSummary } from './data-calls.ts';
import type { OpenedTable } from './data-file.ts';
import type { TemplateField } from './template-fields.ts';

/** The user must stop typing a fixed value for this long. */
const PAUSE_MS = 300;

interface RowsOf {
  readonly opened: OpenedTable;
  /** The id and the version. */
  readonly template: string;
  readonly fields: readonly TemplateField[];
  readonly mapping: ColumnMapping;
}

interface CurrentRows {
  /** Undefined until the first ones are made. */
  readonly built: RowsSummary | undefined;
  readonly error: Error | null;
  /** False while the rows are those of an earlier choice. */
  readonly isCurrent: boolean;
}

/** Builds the rows in the worker that has the file. */
export function useBuiltRows({ opened, template, fields, mapping }: RowsOf): CurrentRows {
  const { id: workspaceId } = useWorkspace();
  const [settled] = useDebouncedValue(mapping, PAUSE_MS);
  const { sources, externalId, filename } = settled;
  const choices = JSON.stringify([[...sources], externalId, filename]);
  const {
    data: built,
    error,
    isFetching,
  } = useQuery({
    queryKey: ['workspace', workspaceId, 'batch-rows', opened.id, template, choices],
    queryFn: () => opened.file.build(fields, settled),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  return { built, error, isCurrent: settled === mapping && !isFetching };
}
