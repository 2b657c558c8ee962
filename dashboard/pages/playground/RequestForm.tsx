import { ActionIcon, Input, SegmentedControl, Stack, Switch, TextInput, Tooltip } from '@mantine/core';
import { useId } from 'react';
import type { Output } from '../../../schema/api/output.ts';
import { IconRefresh } from '../../icons/tabler.generated.ts';
import type { ResponseType } from './api-call.ts';
import { editOptions } from './edit-options.ts';
import { KeyField } from './KeyField.tsx';
import type { DraftFieldsProps } from './request-draft.ts';
import { SourceField } from './SourceField.tsx';

/** The button that sends the request is outside of the form, and handles Enter in its fields too. */
export const FORM_ID = 'playground-request';

interface RequestFormProps extends DraftFieldsProps {
  readonly apiKey: string;
  readonly onKeyChange: (key: string) => void;
}

export const RequestForm = ({ apiKey, onKeyChange, ...fields }: RequestFormProps) => (
  <form id={FORM_ID} aria-label="Request">
    <Stack gap="md" p="lg" maw={640}>
      <KeyField value={apiKey} onChange={onKeyChange} />
      <SourceField {...fields} />
      <DeliveryFields {...fields} />
    </Stack>
  </form>
);

const OUTPUT_TYPES: { value: Output['type']; label: string }[] = [
  { value: 'pdf', label: 'PDF' },
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
];

function DeliveryFields({ draft, onChange, problems }: DraftFieldsProps) {
  const { options, change } = editOptions(draft, onChange);
  const responseTypeId = useId();
  const outputTypeId = useId();
  return (
    <>
      <div>
        <Input.Label id={outputTypeId}>Output</Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={outputTypeId}
          value={draft.outputType}
          onChange={(outputType) => onChange({ outputType })}
          data={OUTPUT_TYPES}
        />
      </div>
      <div>
        <Input.Label id={responseTypeId}>Response</Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={responseTypeId}
          value={draft.responseType}
          onChange={(value) => onChange({ responseType: value === 'pdf' ? 'pdf' : 'json' })}
          data={[
            { value: 'json' satisfies ResponseType, label: 'JSON' },
            { value: 'pdf' satisfies ResponseType, label: 'File' },
          ]}
        />
      </div>
      <TextInput
        label="Filename"
        description="Optional, without extension. The default comes from the options or the template."
        value={draft.filename}
        onChange={(event) => onChange({ filename: event.currentTarget.value })}
        error={problems.filename}
      />
      <TextInput
        label="Idempotency key"
        description="Optional. If you repeat the request with the same key within 24 hours, you get the same file and no credit is used."
        value={draft.idempotencyKey}
        onChange={(event) => onChange({ idempotencyKey: event.currentTarget.value })}
        error={problems.idempotencyKey}
        rightSection={
          <Tooltip label="Generate a key">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Generate an idempotency key"
              onClick={() => onChange({ idempotencyKey: crypto.randomUUID() })}
            >
              <IconRefresh size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
      <Switch
        label="Include a rendering report"
        description="The response lists warnings, failed resources, console errors and missing glyphs."
        disabled={options === null}
        checked={options?.report === true}
        onChange={(event) => change({ report: event.currentTarget.checked || undefined })}
      />
    </>
  );
}
