import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './fields.module.css';

type Attachment = NonNullable<PdfOptions['attachments']>[number];

const MAX_ATTACHMENTS = 20;

export function AttachmentFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { attachments = [] } = value;
  const write = (changed: readonly Attachment[]) =>
    onChange(withChange(value, { attachments: changed.length === 0 ? undefined : [...changed] }));
  return (
    <Stack gap="md">
      {attachments.map((attachment, index) => (
        <AttachmentField
          // Attachments have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          number={index + 1}
          attachment={attachment}
          problem={problems?.[`attachments.${index}.name`] ?? problems?.[`attachments.${index}.content`]}
          onChange={(part) => write(attachments.with(index, { ...attachment, ...part }))}
          onRemove={() => write(attachments.toSpliced(index, 1))}
        />
      ))}
      <Group gap="sm">
        <Button
          variant="default"
          size="xs"
          disabled={attachments.length >= MAX_ATTACHMENTS}
          onClick={() => write([...attachments, { name: `file-${attachments.length + 1}.txt`, content: '' }])}
        >
          Add an attachment
        </Button>
        <Text size="xs" c="dimmed">
          {attachments.length === 0 ? 'No files in the PDF.' : `${attachments.length} of ${MAX_ATTACHMENTS}`}
        </Text>
      </Group>
    </Stack>
  );
}

interface AttachmentFieldProps {
  readonly number: number;
  readonly attachment: Attachment;
  readonly problem: string | undefined;
  readonly onChange: (part: Partial<Attachment>) => void;
  readonly onRemove: () => void;
}

function AttachmentField({ number, attachment, problem, onChange, onRemove }: AttachmentFieldProps) {
  const of = `of attachment ${number}`;
  return (
    <Stack gap={4}>
      <Group gap="sm" align="end" wrap="nowrap">
        <TextInput
          flex={1}
          name={`attachments.${number - 1}.name`}
          label={`Attachment ${number}`}
          aria-label={`Name ${of}`}
          value={attachment.name}
          error={problem}
          onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        />
        <Button variant="default" size="xs" aria-label={`Remove attachment ${number}`} onClick={onRemove}>
          Remove
        </Button>
      </Group>
      <Textarea
        aria-label={`Content ${of}`}
        placeholder={attachment.encoding === 'base64' ? 'Base64' : 'Text with Handlebars'}
        autosize
        minRows={2}
        maxRows={8}
        classNames={{ input: classes.code ?? '' }}
        value={attachment.content}
        onChange={({ currentTarget }) => onChange({ content: currentTarget.value })}
      />
    </Stack>
  );
}
