import { TextInput } from '@mantine/core';
import { EditorField } from './EditorField.tsx';
import type { DraftFieldsProps } from './request-draft.ts';

export function AddressField({ draft, onChange, problems }: DraftFieldsProps) {
  return (
    <>
      <TextInput
        label="Address"
        description="A public page that is loaded and printed. Placeholders in it are not filled."
        type="url"
        placeholder="https://example.com/report"
        value={draft.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        error={problems.source}
      />
      <EditorField
        label="Headers and cookies (JSON)"
        description="Optional: an object with headers and cookies. They are sent to the origin of the address only."
        language="json"
        heightPx={120}
        value={draft.accessText}
        onChange={(accessText) => onChange({ accessText })}
        problem={problems.access}
      />
    </>
  );
}
