import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Session } from '../../../schema/console/session.ts';
import { send } from '../../api/console-client.ts';
import { PasswordField } from '../../components/PasswordField.tsx';
import { Problem } from '../../components/ErrorAlert.tsx';
import { emailRule, passwordRule } from '../../validators.ts';
import { useSubmission } from '../../use-form-submit.ts';

interface PasswordFormProps {
  readonly onSignedIn: (session: Session) => Promise<void>;
}

export function PasswordForm({ onSignedIn }: PasswordFormProps) {
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: { email: emailRule, password: passwordRule },
  });
  const { submit, working, problem } = useSubmission(form, async (credentials) =>
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
        {problem && <Problem error={problem} title="You were not signed in" />}
        <Button type="submit" loading={working}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
