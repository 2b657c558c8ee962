import { Stack } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { supportsPasskeys } from '../../passkeys.ts';
import { usePerson } from '../../session.ts';
import { NameSection } from './NameSection.tsx';
import { PasskeySection } from './PasskeySection.tsx';
import { PasswordSection } from './PasswordSection.tsx';
import { SessionSection } from './SessionSection.tsx';

export function AccountPage() {
  const { email } = usePerson();
  return (
    <Page title="Account" description={`You sign in as ${email}.`}>
      <Stack gap="lg" maw={760}>
        <NameSection />
        <PasswordSection />
        {supportsPasskeys() && <PasskeySection />}
        <SessionSection />
      </Stack>
    </Page>
  );
}
