import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { Session } from '../../../schema/console/session.ts';
import { ErrorAlert } from '../../components/ErrorAlert.tsx';
import { IconFingerprint } from '../../icons/tabler.generated.ts';
import { signInWithPasskey } from '../../passkeys.ts';

interface PasskeyButtonProps {
  readonly onSignedIn: (session: Session | null) => Promise<void>;
}

export function PasskeyButton({ onSignedIn }: PasskeyButtonProps) {
  const passkey = useMutation({ mutationFn: async () => onSignedIn(await signInWithPasskey()) });
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        Sign in with a passkey
      </Button>
      {passkey.error && <ErrorAlert error={passkey.error} title="You could not sign in with a passkey" />}
    </>
  );
}
