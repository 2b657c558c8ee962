import { TextInput } from '@mantine/core';
import type { DraftFieldsProps } from './request-draft.ts';

export const AddressField = ({ draft, onChange, problems }: DraftFieldsProps) => (
  <TextInput
    label="Address"
    description="A public page that is loaded and printed. Placeholders in it are not filled."
    type="url"
    placeholder="https://example.com/report"
    value={draft.url}
    onChange={(event) => onChange({ url: event.currentTarget.value })}
    error={problems.source}
  />
);
