import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { NewPasswordField } from './PasswordField.tsx';

type Field = 'name' | 'email' | 'password';

interface NewAccountFieldsProps {
  readonly form: {
    readonly key: (field: Field) => string;
    readonly getInputProps: (field: Field) => GetInputPropsReturnType;
  };
}

export function NewAccountFields({ form }: NewAccountFieldsProps) {
  return (
    <>
      <TextInput
        label="Your name"
        autoComplete="name"
        required
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <NewPasswordField key={form.key('password')} {...form.getInputProps('password')} />
    </>
  );
}
