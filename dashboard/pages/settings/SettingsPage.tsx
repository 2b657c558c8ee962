import { Stack } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { useHasRole } from '../../session.ts';
import { PlanSection } from './PlanSection.tsx';
import { WorkspaceName } from './WorkspaceName.tsx';

/** The workspace's name, and what its plan allows. */
export function SettingsPage() {
  const canChange = useHasRole('admin');
  return (
    <Page
      title="Settings"
      description={canChange ? undefined : 'Admins and owners change these; you may read them.'}
    >
      <Stack gap="lg">
        <WorkspaceName />
        <PlanSection />
      </Stack>
    </Page>
  );
}
