import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { RecoveryPreview } from '../../../schema/console/recovery.ts';
import { consoleApi, readData } from '../../api/console-client.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { NewPasswordField } from '../../components/PasswordField.tsx';
import { AuthLayout } from '../../layout/AuthLayout.tsx';
import { OneTimeLinkPage } from '../../layout/OneTimeLinkPage.tsx';
import { sessionQuery } from '../../session.ts';
import { useFormSubmit } from '../../use-form-submit.ts';
import { validateNewPassword } from '../../validators.ts';

/** The page behind a recovery link, which the operator's command creates. */
export function RecoveryPage() {
  const { token } = useParams({ from: '/recovery/$token' });
  const preview = useQuery({
    queryKey: ['recovery', token],
    queryFn: ({ signal }) =>
      readData(consoleApi.GET('/console/recovery/{token}', { params: { path: { token } }, signal })),
  });
  return (
    <OneTimeLinkPage title="New password" label="the link" query={preview} gone={GONE}>
      {(recovery) => <NewPassword preview={recovery} token={token} />}
    </OneTimeLinkPage>
  );
}

const GONE = {
  code: 'RECOVERY_NOT_FOUND',
  title: 'This link is not valid',
  text: 'A link for a new password works once, within an hour. Ask the person who sent it for a new link.',
} as const;

function NewPassword({ preview, token }: { readonly preview: RecoveryPreview; readonly token: string }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: { password: validateNewPassword },
  });
  const { submit, submitting, error } = useFormSubmit(form, async (body) => {
    const session = await readData(
      consoleApi.POST('/console/recovery/{token}', { params: { path: { token } }, body }),
    );
    queryClient.setQueryData(sessionQuery.queryKey, session);
    await navigate({ to: '/account' });
  });
  const { name, email, expiresAt } = preview;
  return (
    <AuthLayout
      title="New password"
      description={
        <>
          For {name} ({email}). All sessions of this account end. The link works until{' '}
          <DateTime value={expiresAt} />.
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          {/* Password managers need the account that the password belongs to. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <NewPasswordField
            label="New password"
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          {error && <ErrorAlert error={error} title="Your password was not changed" />}
          <Button type="submit" loading={submitting}>
            Set the password and sign in
          </Button>
          <Text size="sm" c="dimmed">
            Then look at the passkeys of the account, and delete those of lost devices.
          </Text>
        </Stack>
      </form>
    </AuthLayout>
  );
}
