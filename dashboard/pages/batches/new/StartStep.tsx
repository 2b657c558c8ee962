import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import { IconPlayerPlay } from '../../../icons/tabler.generated.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import {
  BATCH_OUTPUTS,
  type BatchOutput,
  ON_ROW_ERROR,
  type OnRowError,
} from '../../../../schema/batches.ts';
import { randomText } from '../../../../schema/ids.ts';
import { type Environment, ENVIRONMENTS } from '../../../../schema/permissions.ts';
import { PLANS } from '../../../../schema/plans.ts';
import { Card } from '../../../components/Card.tsx';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import { useWorkspace } from '../../../session.ts';
import { CreditsLeft } from '../../files/CreditsLeft.tsx';
import { OUTPUT_TYPE_LABELS } from '../batch-state.ts';
import { type ColumnMapping, unsourced } from './column-mapping.ts';
import type { RowsSummary } from './data-calls.ts';
import type { OpenedTable } from './data-file.ts';
import { fixedProblem } from './SourceField.tsx';
import { startBatch } from './start-batch.ts';
import type { TemplateField } from './template-fields.ts';

interface StartStepProps {
  /** The template and its version. */
  readonly reference: string;
  readonly opened: OpenedTable;
  readonly fields: readonly TemplateField[];
  readonly mapping: ColumnMapping;
  readonly built: RowsSummary;
  /** The rows are those of the mapping. */
  readonly isCurrent: boolean;
}

export function StartStep({ reference, opened, fields, mapping, built, isCurrent }: StartStepProps) {
  const { id: workspaceId, plan } = useWorkspace();
  const { maxBatchRows, maxBatchBytes: maxBytes } = PLANS[plan];
  const { count, wrongRows } = built;
  const [environment, setEnvironment] = useState<Environment>('live');
  const [output, setOutput] = useState<BatchOutput>('zip');
  const [onRowError, setOnRowError] = useState<OnRowError>('continue');
  const [leavesOut, setLeavesOut] = useState(false);
  const settings = useMemo(
    () => ({ templateId: reference, output, onRowError }),
    [reference, output, onRowError],
  );
  const start = useStart();
  // Each change of the batch makes another key.
  const idempotencyKey = useMemo(
    () => `dashboard-${randomText(22)}`,
    [opened, fields, mapping, settings, environment],
  );
  const areFixedRight = fields.every(
    ({ name, type }) => fixedProblem(mapping.sources.get(name), type) === null,
  );
  const isTooLong = count > maxBatchRows;
  const empty = unsourced(fields, mapping);
  const isEmpty = empty.count > 0 && empty.names.length === empty.count;
  const isReady =
    isCurrent && count > 0 && !isTooLong && !isEmpty && areFixedRight && (wrongRows === 0 || leavesOut);

  return (
    <Card title="4. Start" description="The batch starts in your name and appears in the audit trail.">
      <Stack>
        <NativeSelect
          label="PDFs"
          description={environment === 'live' && <CreditsLeft />}
          value={environment}
          onChange={({ currentTarget: { value } }) =>
            setEnvironment(ENVIRONMENTS.find((known) => known === value) ?? 'live')
          }
          data={[
            { value: 'live', label: 'Live: each PDF uses one credit' },
            { value: 'test', label: 'Test: no credits, with the mark TEST, kept for a day' },
          ]}
        />
        <NativeSelect
          label="Output"
          value={output}
          onChange={({ currentTarget: { value } }) =>
            setOutput(BATCH_OUTPUTS.find((known) => known === value) ?? 'zip')
          }
          data={BATCH_OUTPUTS.map((known) => ({ value: known, label: OUTPUT_TYPE_LABELS[known] }))}
        />
        <NativeSelect
          label="If a row fails"
          value={onRowError}
          onChange={({ currentTarget: { value } }) =>
            setOnRowError(ON_ROW_ERROR.find((known) => known === value) ?? 'continue')
          }
          data={[
            { value: 'continue', label: 'Print the other rows' },
            { value: 'stop', label: 'Stop the batch' },
          ]}
        />
        {wrongRows > 0 && (
          <Checkbox
            label={
              wrongRows === 1
                ? 'Leave out the row with a problem'
                : `Leave out the ${wrongRows.toLocaleString()} rows with problems`
            }
            checked={leavesOut}
            onChange={({ currentTarget: { checked } }) => setLeavesOut(checked)}
          />
        )}
        {empty.names.length > 0 && <div role={isEmpty ? 'alert' : 'status'}>{describeEmpty(empty)}</div>}
        {isTooLong && (
          <div role="alert">
            {`The file makes ${count.toLocaleString()} PDFs. The plan allows ${maxBatchRows.toLocaleString()} in a batch.`}
          </div>
        )}
        {start.error && <ErrorAlert error={start.error} title="The batch was not started" />}
        <div>
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={!isReady}
            loading={start.isPending}
            onClick={() =>
              start.mutate({
                workspaceId,
                environment,
                settings,
                opened,
                fields,
                mapping,
                maxBytes,
                idempotencyKey,
              })
            }
          >
            {count === 1 ? 'Make 1 PDF' : `Make ${count.toLocaleString()} PDFs`}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

const MAX_NAMED = 10;

function describeEmpty({ names, count }: ReturnType<typeof unsourced>): string {
  if (names.length === count) return 'No value of the template has a column, so the PDFs would be empty.';
  const named = names.slice(0, MAX_NAMED).join(', ');
  const others = names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : '';
  return `${names.length} of ${count} values have no column, and stay empty: ${named}${others}.`;
}

/** Opens the page of the new batch. */
function useStart() {
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: startBatch,
    onSuccess: async ({ batchId }) => {
      await Promise.all(
        ['batches', 'audit'].map((list) =>
          client.invalidateQueries({ queryKey: ['workspace', workspaceId, list] }),
        ),
      );
      await navigate({ to: '/w/$workspaceId/batches/$batchId', params: { workspaceId, batchId } });
    },
  });
}
