import { Divider, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';
import type { Session } from '../../../schema/console/session.ts';
import { AuthLayout } from '../../layout/AuthLayout.tsx';
import { supportsPasskeys, startPasskeyAutofill, stopPasskeyAutofill } from '../../passkeys.ts';
import { sessionQuery } from '../../session.ts';
import { PasskeyButton } from './PasskeyButton.tsx';
import { PasswordForm } from './PasswordForm.tsx';

/** Sign-in with a password or a passkey; the router then leads on to where the reader wanted to go. */
export function SignInPage() {
  const enter = useEnter();
  useEffect(() => {
    // Nothing is lost when the browser cannot: the button and the password remain.
    startPasskeyAutofill().then(enter, () => {});
    return () => void stopPasskeyAutofill();
  }, [enter]);

  return (
    <AuthLayout title="Sign in">
      <Stack>
        <PasswordForm onSignedIn={enter} />
        {supportsPasskeys() && (
          <>
            <Divider label="or" />
            <PasskeyButton onSignedIn={enter} />
          </>
        )}
        <Text size="xs" c="dimmed">
          No account? People join a workspace by an invitation link from one of its owners or admins.
        </Text>
      </Stack>
    </AuthLayout>
  );
}

/** Null: the reader changed their mind about the passkey. */
function useEnter(): (session: Session | null) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(
    async (session) => {
      if (session === null) return;
      queryClient.setQueryData(sessionQuery.queryKey, session);
      await router.invalidate();
    },
    [queryClient, router],
  );
}
