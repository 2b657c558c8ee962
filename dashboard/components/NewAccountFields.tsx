import { TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { PASSWORD_HINT } from '../validators.ts';
import { PasswordField } from './PasswordField.tsx';

type Field = 'name' | 'email' | 'password';

interface NewAccountFieldsProps {
  readonly form: {
    readonly key: (field: Field) => string;
    readonly getInputProps: (field: Field) => GetInputPropsReturnType;
  };
}

/** What everybody types who is new: the owner at the setup, guests with an invitation. */
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
        label="E-mail"
        type="email"
        autoComplete="username"
        required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label="Password"
        description={PASSWORD_HINT}
        autoComplete="new-password"
        required
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
    </>
  );
}
