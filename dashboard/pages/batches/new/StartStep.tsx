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
import { Card } from '../../../components/Card.tsx';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import { useWorkspace } from '../../../session.ts';
import { readKeyEnvironment } from '../../playground/key-environment.ts';
import { KeyField } from '../../playground/KeyField.tsx';
import type { LoadedTemplate } from '../../templates/templates-api.ts';
import { OUTPUT_TYPE_LABELS } from '../batch-state.ts';
import type { BuiltRows } from './build-rows.ts';
import { startBatch } from './start-batch.ts';

interface StartStepProps {
  readonly template: LoadedTemplate;
  readonly built: BuiltRows;
}

export function StartStep({ template, built: { rows, problems } }: StartStepProps) {
  const [output, setOutput] = useState<BatchOutput>('zip');
  const [onRowError, setOnRowError] = useState<OnRowError>('continue');
  const [apiKey, setApiKey] = useState('');
  const [leavesOut, setLeavesOut] = useState(false);
  const settings = useMemo(
    () => ({ templateId: `${template.id}@${template.version}`, output, onRowError }),
    [template, output, onRowError],
  );
  const start = useStart();
  // Each change of the batch makes another key.
  const idempotencyKey = useMemo(() => `dashboard-${randomText(22)}`, [rows, settings]);
  const isReady =
    rows.length > 0 && readKeyEnvironment(apiKey) !== null && (problems.length === 0 || leavesOut);

  return (
    <Card title="5. Start" description="The batch is made with an API key of this workspace.">
      <Stack>
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
        <KeyField value={apiKey} onChange={setApiKey} />
        {problems.length > 0 && (
          <Checkbox
            label={
              problems.length === 1
                ? 'Leave out the row with a problem'
                : `Leave out the ${problems.length.toLocaleString()} rows with problems`
            }
            checked={leavesOut}
            onChange={({ currentTarget: { checked } }) => setLeavesOut(checked)}
          />
        )}
        {start.error && <ErrorAlert error={start.error} title="The batch was not started" />}
        <div>
          <Button
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            disabled={!isReady}
            loading={start.isPending}
            onClick={() => start.mutate({ settings, rows, apiKey, idempotencyKey })}
          >
            {rows.length === 1 ? 'Make 1 PDF' : `Make ${rows.length.toLocaleString()} PDFs`}
          </Button>
        </div>
      </Stack>
    </Card>
  );
}

/** Opens the page of the new batch. */
function useStart() {
  const { id: workspaceId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  return useMutation({
    mutationFn: startBatch,
    // The variables have the key.
    gcTime: 0,
    onSuccess: async ({ batchId }) => {
      await client.invalidateQueries({ queryKey: ['workspace', workspaceId, 'batches'] });
      await navigate({ to: '/w/$workspaceId/batches/$batchId', params: { workspaceId, batchId } });
    },
  });
}
