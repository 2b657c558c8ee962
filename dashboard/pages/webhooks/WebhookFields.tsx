import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { WEBHOOK_EVENTS, type WebhookEventType } from '../../../schema/webhooks.ts';
import { EVENT_DESCRIPTIONS } from './webhook-labels.ts';

export type WebhookForm = {
  readonly url: string;
  readonly events: readonly WebhookEventType[];
};

interface WebhookFieldsProps {
  readonly form: UseFormReturnType<WebhookForm>;
}

/** The events that most receivers need. */
export const USUAL_EVENTS: readonly WebhookEventType[] = ['job.succeeded', 'job.failed', 'batch.completed'];

/** The service checks the rest: an address must be on the public internet. */
export const WEBHOOK_RULES = {
  url: (url: string): string | null =>
    URL.canParse(url.trim()) ? null : 'Enter an address, such as https://shop.example.com/events',
  events: (events: readonly WebhookEventType[]): string | null =>
    events.length === 0 ? 'Choose at least one event' : null,
};

export function WebhookFields({ form }: WebhookFieldsProps) {
  return (
    <>
      <TextInput
        label="Address"
        description="Receives the events with POST. It must use HTTPS and be on the public internet."
        placeholder="https://shop.example.com/platen-events"
        type="url"
        required
        maxLength={500}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Checkbox.Group
        label="Events"
        required
        value={[...form.values.events]}
        onChange={(names) =>
          form.setFieldValue(
            'events',
            WEBHOOK_EVENTS.filter((event) => names.includes(event)),
          )
        }
        error={form.errors.events}
      >
        <Stack gap="xs" mt="xs" mb={form.errors.events ? 'sm' : 0}>
          {WEBHOOK_EVENTS.map((event) => (
            <Checkbox key={event} value={event} label={event} description={EVENT_DESCRIPTIONS[event]} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
