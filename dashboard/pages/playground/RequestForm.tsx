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
import { IconRefresh, IconSend } from '@tabler/icons-react';
import { type FormEvent, type KeyboardEvent, useId } from 'react';
import { Card } from '../../components/Card.tsx';
import type { AnswerType } from './api-call.ts';
import { EditorField } from './EditorField.tsx';
import { KeyField } from './KeyField.tsx';
import { OptionsField } from './OptionsField.tsx';
import classes from './PlaygroundPage.module.css';
import type { DraftProblems, RequestDraft } from './request-draft.ts';
import { SourceField } from './SourceField.tsx';

export interface DraftFieldsProps {
  readonly draft: RequestDraft;
  readonly onChange: (change: Partial<RequestDraft>) => void;
  readonly problems: DraftProblems;
}

interface RequestFormProps extends DraftFieldsProps {
  readonly apiKey: string;
  readonly onKeyChange: (key: string) => void;
  readonly sending: boolean;
  /** Null while something is missing: then why. */
  readonly refusal: string | null;
  readonly onSend: () => void;
}

export function RequestForm({ apiKey, onKeyChange, sending, refusal, onSend, ...fields }: RequestFormProps) {
  const { draft, onChange, problems } = fields;

  const send = () => {
    if (refusal === null && !sending) onSend();
  };

  function submit(event: FormEvent) {
    event.preventDefault();
    send();
  }

  /** As in every tool of this kind; a plain Enter belongs to the text. */
  function sendByKeyboard(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    // Before an editor takes it for a line break.
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
              description="Fills the Handlebars placeholders."
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
        <SendBar sending={sending} refusal={refusal} />
      </Stack>
    </form>
  );
}

function SendBar({ sending, refusal }: Pick<RequestFormProps, 'sending' | 'refusal'>) {
  return (
    <div className={classes.send}>
      <Button
        type="submit"
        // Not Mantine's `loading`, which disables the button and so takes the focus away.
        leftSection={sending ? <Loader size={16} color="white" /> : <IconSend size={16} aria-hidden />}
        data-disabled={refusal !== null || undefined}
        aria-disabled={refusal !== null}
        aria-describedby="why-not-sent"
      >
        Send request
      </Button>
      <span id="why-not-sent" className={classes.refusal}>
        {refusal ?? 'or Ctrl + Enter'}
      </span>
    </div>
  );
}

function DeliveryFields({ draft, onChange, problems }: DraftFieldsProps) {
  const answerId = useId();
  return (
    <Stack gap="md">
      <div>
        <Input.Label id={answerId}>Answer</Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={answerId}
          value={draft.answer}
          onChange={(answer) => onChange({ answer: answer === 'pdf' ? 'pdf' : 'json' })}
          data={[
            { value: 'json' satisfies AnswerType, label: 'As JSON' },
            { value: 'pdf' satisfies AnswerType, label: 'As PDF' },
          ]}
        />
      </div>
      <TextInput
        label="Filename"
        description="Without .pdf. Left empty, the options, the template or “document” name the file."
        value={draft.filename}
        onChange={(event) => onChange({ filename: event.currentTarget.value })}
        error={problems.filename}
      />
      <TextInput
        label="Idempotency key"
        description="The same key and request within 24 hours answer with the same file and spend nothing."
        value={draft.idempotencyKey}
        onChange={(event) => onChange({ idempotencyKey: event.currentTarget.value })}
        error={problems.idempotencyKey}
        rightSection={
          <Tooltip label="Draw a random one">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label="Draw a random idempotency key"
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
