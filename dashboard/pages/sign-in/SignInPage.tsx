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

export function SignInPage() {
  const enter = useEnterSession();
  useEffect(() => {
    // Optional: the button and the password work without it.
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
          No account? Ask an owner or admin of a workspace for an invitation link.
        </Text>
      </Stack>
    </AuthLayout>
  );
}

function useEnterSession(): (session: Session | null) => Promise<void> {
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
