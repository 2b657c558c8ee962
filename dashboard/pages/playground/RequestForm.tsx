import {
  ActionIcon,
  Button,
  Input,
  Loader,
  SegmentedControl,
  Stack,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import type { Output } from '../../../schema/api/output.ts';
import { Card } from '../../components/Card.tsx';
import { IconRefresh, IconSend } from '../../icons/tabler.generated.ts';
import type { ResponseType } from './api-call.ts';
import { EditorField } from './EditorField.tsx';
import { KeyField } from './KeyField.tsx';
import { OptionsField } from './OptionsField.tsx';
import classes from './PlaygroundPage.module.css';
import type { DraftFieldsProps } from './request-draft.ts';
import { SourceField } from './SourceField.tsx';

interface RequestFormProps extends DraftFieldsProps {
  readonly apiKey: string;
  readonly onKeyChange: (key: string) => void;
  readonly sending: boolean;
  /** Why the request cannot be sent, or null. */
  readonly disabledReason: string | null;
  readonly onSend: () => void;
}

export function RequestForm({
  apiKey,
  onKeyChange,
  sending,
  disabledReason,
  onSend,
  ...fields
}: RequestFormProps) {
  const { draft, onChange, problems } = fields;

  const send = () => {
    if (disabledReason === null && !sending) onSend();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  function sendByKeyboard(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // The editor would insert a line break.
    event.preventDefault();
    event.stopPropagation();
    send();
  }

  return (
    <form onSubmit={submit} onKeyDownCapture={sendByKeyboard} aria-label="Request">
      <Stack gap="md">
        <Card title="Request">
          <Stack gap="md">
            <KeyField value={apiKey} onChange={onKeyChange} />
            <SourceField {...fields} />
            <EditorField
              label="Data (JSON)"
              description="Data for the Handlebars placeholders."
              language="json"
              heightPx={200}
              value={draft.dataText}
              onChange={(dataText) => onChange({ dataText })}
              problem={problems.data}
            />
          </Stack>
        </Card>
        <Card title="Options">
          <OptionsField {...fields} />
        </Card>
        <Card title="Delivery">
          <DeliveryFields {...fields} />
        </Card>
        <SendBar sending={sending} disabledReason={disabledReason} />
      </Stack>
    </form>
  );
}

function SendBar({ sending, disabledReason }: Pick<RequestFormProps, 'sending' | 'disabledReason'>) {
  return (
    <div className={classes.send}>
      <Button
        type="submit"
        // Mantine's `loading` disables the button, which would lose the focus.
        leftSection={sending ? <Loader size={16} color="white" /> : <IconSend size={16} aria-hidden />}
        data-disabled={disabledReason !== null || undefined}
        aria-disabled={disabledReason !== null}
        aria-describedby="why-not-sent"
      >
        Send request
      </Button>
      <span id="why-not-sent" className={classes.reason}>
        {disabledReason ?? 'or Ctrl + Enter'}
      </span>
    </div>
  );
}

const OUTPUT_TYPES: { value: Output['type']; label: string }[] = [
  { value: 'pdf', label: 'PDF' },
  { value: 'png', label: 'PNG' },
  { value: 'jpeg', label: 'JPEG' },
  { value: 'webp', label: 'WebP' },
];

function DeliveryFields({ draft, onChange, problems }: DraftFieldsProps) {
  const responseTypeId = useId();
  const outputTypeId = useId();
  return (
    <Stack gap="md">
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
    </Stack>
  );
}
