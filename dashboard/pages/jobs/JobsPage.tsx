import { Button, Group } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListedJob } from '../../../schema/console/jobs.ts';
import { JOB_STATES, type JobState } from '../../../schema/jobs.ts';
import { EmptyState } from '../../components/EmptyState.tsx';
import { LinkButton } from '../../components/links.tsx';
import { Page } from '../../components/Page.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { StateSelect } from '../../components/StateSelect.tsx';
import { IconBook2, IconFilterOff, IconListCheck } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { FileDrawer, type ListedFile } from '../files/FileDrawer.tsx';
import { PrintErrorDialog } from '../files/PrintErrorDialog.tsx';
import type { PrintError } from '../files/PrintResult.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import { STATE_LABELS } from './job-state.ts';
import classes from './JobsPage.module.css';
import { JobsTable } from './JobsTable.tsx';
import { useJobs } from './use-jobs.ts';

export function JobsPage() {
  const [state, setState] = useState<JobState | null>(null);
  const [opened, setOpened] = useState<ListedFile | null>(null);
  const [explained, setExplained] = useState<PrintError | null>(null);
  const [canceling, setCanceling] = useState<ListedJob | null>(null);
  const { job } = useSearch({ strict: false });
  const query = useJobs(state, job);

  return (
    <Page
      title="Jobs"
      description="Requests for a PDF that the service accepts now and runs later. Jobs are deleted when their retention period ends."
    >
      {job === undefined ? <StateFilter state={state} onChange={setState} /> : <AllJobs />}
      <PagedList
        query={query}
        noun={['job', 'jobs']}
        next="older"
        empty={<NoJobs filtered={state !== null} onReset={() => setState(null)} />}
      >
        {(jobs) => (
          <JobsTable jobs={jobs} onOpen={setOpened} onExplain={setExplained} onCancel={setCanceling} />
        )}
      </PagedList>
      <FileDrawer listed={opened} onClose={() => setOpened(null)} />
      <PrintErrorDialog title="Why the job failed" error={explained} onClose={() => setExplained(null)} />
      <CancelDialog job={canceling} onClose={() => setCanceling(null)} />
    </Page>
  );
}

/** Leads from the one job that the address names to all jobs. */
function AllJobs() {
  const { id } = useWorkspace();
  return (
    <LinkButton to="/w/$workspaceId/jobs" params={{ workspaceId: id }} variant="default" mb="md">
      Show all jobs
    </LinkButton>
  );
}

interface StateFilterProps {
  readonly state: JobState | null;
  readonly onChange: (state: JobState | null) => void;
}

const StateFilter = ({ state, onChange }: StateFilterProps) => (
  <Group role="search" aria-label="Filter jobs" mb="md">
    <StateSelect
      label="State"
      states={JOB_STATES}
      toLabel={(known) => STATE_LABELS[known].label}
      all="All jobs"
      value={state}
      onChange={onChange}
    />
  </Group>
);

interface NoJobsProps {
  readonly filtered: boolean;
  readonly onReset: () => void;
}

function NoJobs({ filtered, onReset }: NoJobsProps) {
  if (filtered) {
    const reset = (
      <Button variant="default" leftSection={<IconFilterOff size={16} aria-hidden />} onClick={onReset}>
        Show all jobs
      </Button>
    );
    return (
      <EmptyState icon={IconListCheck} title="No jobs in this state" action={reset}>
        Choose another state.
      </EmptyState>
    );
  }
  const reference = (
    <Button component="a" href="/docs" leftSection={<IconBook2 size={16} aria-hidden />}>
      Open the API reference
    </Button>
  );
  return (
    <EmptyState icon={IconListCheck} title="No jobs yet" action={reference}>
      To create a job, generate a PDF with the header{' '}
      <code className={classes.whole}>Prefer: respond-async</code>.
    </EmptyState>
  );
}
