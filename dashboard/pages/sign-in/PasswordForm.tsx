import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Session } from '../../../schema/console/session.ts';
import { send } from '../../api/console-client.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { validateEmail, validatePassword } from '../../validators.ts';
import { useFormSubmit } from '../../use-form-submit.ts';

interface PasswordFormProps {
  readonly onSignedIn: (session: Session) => Promise<void>;
}

export function PasswordForm({ onSignedIn }: PasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: validateEmail, password: validatePassword },
  });
  const { submit, submitting, error } = useFormSubmit(form, async (credentials) =>
    onSignedIn(await send<Session>('POST', '/auth/sign-in/email', credentials)),
  );

  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          label="E-mail"
          type="email"
          // `webauthn`: the browser may list passkeys here.
          autoComplete="username webauthn"
          required
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        {error && <ErrorAlert error={error} title="You were not signed in" />}
        <Button type="submit" loading={submitting}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
