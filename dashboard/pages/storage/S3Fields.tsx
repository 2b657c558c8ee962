import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CredentialField } from '../../components/PasswordField.tsx';
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
        description="The URL without the bucket name."
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
      <TextInput label="Access key ID" required autoComplete="off" {...form.getInputProps('accessKeyId')} />
      <CredentialField label="Secret access key" {...form.getInputProps('secretAccessKey')} />
    </>
  );
}
