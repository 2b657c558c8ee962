import { Group, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DEFAULT_KEY_PATTERN } from '../../../schema/external-key.ts';
import { keyExample } from './key-example.ts';
import classes from './StoragePage.module.css';
import type { TargetFieldsProps } from './target-form.ts';

export function KeyFields({ form }: TargetFieldsProps) {
  const [now] = useState(Date.now);
  const { key, problems } = keyExample(form.values.keyPrefix.trim(), form.values.keyPattern.trim(), now);
  return (
    <div>
      <Group grow align="flex-start" className={classes.pair}>
        <TextInput
          label="Key prefix"
          description="Optional. Every key starts with it."
          placeholder="acme/pdfs"
          {...form.getInputProps('keyPrefix')}
          error={problems?.keyPrefix ?? form.errors.keyPrefix}
        />
        <TextInput
          label="Key pattern"
          description="The rest of the key."
          placeholder={DEFAULT_KEY_PATTERN}
          {...form.getInputProps('keyPattern')}
          error={problems?.keyPattern ?? form.errors.keyPattern}
        />
      </Group>
      <Text size="xs" c="dimmed" mt={8} aria-live="polite" className={classes.example}>
        The pattern can contain {'{yyyy}, {mm}, {dd}, {fileId} and {filename}'}.
        {key !== null && (
          <>
            {' '}
            “Rechnung März.pdf” would be stored as <code>{key}</code>.
          </>
        )}
      </Text>
    </div>
  );
}
