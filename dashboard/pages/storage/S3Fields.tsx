import { Group, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { S3_SERVICES } from './s3-services.ts';
import classes from './StoragePage.module.css';
import type { TargetFieldsProps } from './target-form.ts';

export function S3Fields({ form }: TargetFieldsProps) {
  const [serviceId, setServiceId] = useState(S3_SERVICES[0].id);
  const service = S3_SERVICES.find(({ id }) => id === serviceId) ?? S3_SERVICES[0];

  function choose(id: string) {
    setServiceId(id);
    form.setFieldValue('region', S3_SERVICES.find((known) => known.id === id)?.region ?? '');
  }

  return (
    <>
      <NativeSelect
        label="Service"
        description={service.help}
        value={serviceId}
        onChange={(event) => choose(event.currentTarget.value)}
        data={S3_SERVICES.map(({ id, label }) => ({ value: id, label }))}
      />
      <TextInput
        label="Endpoint"
        description="Without the bucket."
        placeholder={service.endpointExample}
        type="url"
        required
        {...form.getInputProps('endpoint')}
      />
      <Group grow align="flex-start" className={classes.pair}>
        <TextInput
          label="Region"
          placeholder={service.regionExample}
          required
          {...form.getInputProps('region')}
        />
        <TextInput label="Bucket" required {...form.getInputProps('bucket')} />
      </Group>
      <TextInput label="Access key id" required autoComplete="off" {...form.getInputProps('accessKeyId')} />
      <PasswordInput
        label="Secret access key"
        description="Kept encrypted, and never shown again."
        required
        // A password manager would offer to keep it as the one of this page.
        autoComplete="new-password"
        {...form.getInputProps('secretAccessKey')}
      />
    </>
  );
}
