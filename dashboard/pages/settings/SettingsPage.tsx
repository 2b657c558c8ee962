import { Stack } from '@mantine/core';
import { Page } from '../../components/Page.tsx';
import { useMay } from '../../session.ts';
import { PlanSection } from './PlanSection.tsx';
import { WorkspaceName } from './WorkspaceName.tsx';

/** The workspace's name, and what its plan allows. */
export function SettingsPage() {
  const mayChange = useMay('admin');
  return (
    <Page
      title="Settings"
      description={mayChange ? undefined : 'Admins and owners change these; you may read them.'}
    >
      <Stack gap="lg">
        <WorkspaceName />
        <PlanSection />
      </Stack>
    </Page>
  );
}
