import { NativeSelect, Stack, Switch } from '@mantine/core';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { OptionalText } from './OptionalText.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './fields.module.css';

type Encryption = NonNullable<PdfOptions['encryption']>;
type Permissions = NonNullable<Encryption['permissions']>;

const PASSWORDS = [
  { field: 'userPassword', label: 'User password', description: 'Opens the PDF.' },
  { field: 'ownerPassword', label: 'Owner password', description: 'Opens it with all permissions.' },
] as const;

const PERMISSIONS = [
  { field: 'copy', label: 'Copy text and images' },
  { field: 'modify', label: 'Change the content' },
  { field: 'annotate', label: 'Add comments' },
  { field: 'fillForms', label: 'Fill in forms' },
  { field: 'assemble', label: 'Insert, delete and turn pages' },
] as const;

export function EncryptionFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { encryption = {} } = value;
  const change = (part: Partial<Encryption>) =>
    onChange(withChange(value, { encryption: withChange<Encryption>(encryption, part) }));
  return (
    <Stack gap="sm">
      <div className={classes.pair}>
        {PASSWORDS.map(({ field, label, description }) => (
          <OptionalText
            key={field}
            label={label}
            description={description}
            placeholder="{{password}}"
            autoComplete="off"
            spellCheck={false}
            value={encryption[field]}
            error={problems?.[`encryption.${field}`]}
            onChange={(text) => change({ [field]: text })}
          />
        ))}
      </div>
      <Switch
        label="Limit what readers may do"
        description="Needs an owner password."
        checked={encryption.permissions !== undefined}
        onChange={({ currentTarget }) =>
          change({ permissions: currentTarget.checked ? { print: 'high' } : undefined })
        }
      />
      {encryption.permissions && (
        <PermissionFields
          permissions={encryption.permissions}
          onChange={(permissions) => change({ permissions })}
        />
      )}
    </Stack>
  );
}

interface PermissionFieldsProps {
  readonly permissions: Permissions;
  readonly onChange: (permissions: Permissions) => void;
}

function PermissionFields({ permissions, onChange }: PermissionFieldsProps) {
  return (
    <>
      <NativeSelect
        label="Printing"
        value={permissions.print ?? 'none'}
        data={[
          { value: 'none', label: 'Not allowed' },
          { value: 'low', label: 'At low resolution' },
          { value: 'high', label: 'Allowed' },
        ]}
        onChange={({ currentTarget }) => {
          const print = (['none', 'low', 'high'] as const).find((name) => name === currentTarget.value);
          onChange({ ...permissions, print });
        }}
      />
      {PERMISSIONS.map(({ field, label }) => (
        <Switch
          key={field}
          label={label}
          checked={permissions[field] ?? false}
          onChange={({ currentTarget }) => onChange({ ...permissions, [field]: currentTarget.checked })}
        />
      ))}
    </>
  );
}
