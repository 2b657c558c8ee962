import { Stack } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { useHasRole } from '../../session.ts';
import { PlanSection } from './PlanSection.tsx';
import { WorkspaceName } from './WorkspaceName.tsx';

export function SettingsPage() {
  const canChange = useHasRole('admin');
  return (
    <Page
      title="Settings"
      description={canChange ? undefined : 'Only admins and owners can change these settings.'}
    >
      <Stack gap="lg">
        <WorkspaceName />
        <PlanSection />
      </Stack>
    </Page>
  );
}
