import { TextInput } from '@mantine/core';
import { CredentialField } from '../../components/PasswordField.tsx';
import type { TargetFieldsProps } from './target-form.ts';

export function SupabaseFields({ form }: TargetFieldsProps) {
  return (
    <>
      <TextInput
        label="Project URL"
        description="You find it in the project settings, under Data API."
        placeholder="https://PROJECT.supabase.co"
        type="url"
        required
        {...form.getInputProps('url')}
      />
      <TextInput
        label="Bucket"
        description="A Supabase Storage bucket, private or public. It must accept PDF files of the size that you create."
        required
        {...form.getInputProps('bucket')}
      />
      <CredentialField
        label="Service role key"
        source="You find it in the project settings, under API keys."
        {...form.getInputProps('serviceKey')}
      />
    </>
  );
}
