import { PasswordInput, TextInput } from '@mantine/core';
import type { TargetFieldsProps } from './target-form.ts';

export function SupabaseFields({ form }: TargetFieldsProps) {
  return (
    <>
      <TextInput
        label="Project URL"
        description="In the project’s settings, under Data API."
        placeholder="https://PROJECT.supabase.co"
        type="url"
        required
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Bucket"
        description="A bucket of Storage, private or public. Its limits for size and type must let PDFs through."
        required
        {...form.getInputProps('bucket')}
      />
      <PasswordInput
        label="Service role key"
        description="In the project’s settings, under API keys. Kept encrypted, and never shown again."
        required
        // A password manager would offer to keep it as the one of this page.
        autoComplete="new-password"
        {...form.getInputProps('serviceKey')}
      />
    </>
  );
}
