import { Menu } from '@mantine/core';
import type { ListedJob } from '../../../schema/console/jobs.ts';
import { ActionMenu } from '../../components/ActionMenu.tsx';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { StateBadge } from '../../components/StatusBadge.tsx';
import { TestBadge } from '../../components/TestBadge.tsx';
import { formatDuration } from '../../format-duration.ts';
import { IconBan } from '../../icons/tabler.generated.ts';
import { useHasRole } from '../../session.ts';
import { DANGER_TEXT_COLOR } from '../../theme.ts';
import type { ListedFile } from '../files/FileDrawer.tsx';
import { type PrintError, PrintResult } from '../files/PrintResult.tsx';
import { SOURCE_NAMES } from '../files/source-name.ts';
import { useTemplateNames } from '../files/use-files.ts';
import { isOpen, STATE_LABELS } from './job-state.ts';
import classes from './JobsPage.module.css';

interface JobsTableProps {
  readonly jobs: readonly ListedJob[];
  readonly onOpen: (file: ListedFile) => void;
  readonly onExplain: (error: PrintError) => void;
  readonly onCancel: (job: ListedJob) => void;
}

export function JobsTable({ jobs, onOpen, onExplain, onCancel }: JobsTableProps) {
  const canCancel = useHasRole('admin');
  const result: Column<ListedJob> = {
    header: 'Result',
    cell: (job) => <PrintResult result={job} onOpen={onOpen} onExplain={onExplain} />,
  };
  const actions: Column<ListedJob> = {
    header: 'Actions',
    kind: 'menu',
    cell: (job) => isOpen(job) && <JobMenu job={job} onCancel={() => onCancel(job)} />,
  };
  return (
    <Card padding="flush">
      <DataTable
        caption="Jobs, newest first"
        columns={[...COLUMNS, result, ...(canCancel ? [actions] : [])]}
        rows={jobs}
        rowKey={({ jobId }) => jobId}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<ListedJob>[] = [
  {
    header: 'Job',
    kind: 'heading',
    cell: ({ jobId, environment }) => (
      <>
        <code className={classes.id}>{jobId}</code>
        {environment === 'test' && <TestBadge />}
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ state }) => <StateBadge {...STATE_LABELS[state]} />,
  },
  { header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} show="ago" /> },
  {
    header: 'Duration',
    cell: (job) => (
      <span className={classes.whole}>
        <Duration job={job} />
      </span>
    ),
  },
  { header: 'Template', cell: (job) => <TemplateName job={job} /> },
  { header: 'Attempts', align: 'end', cell: ({ attempts }) => attempts },
];

/** The duration of the last attempt. */
function Duration({ job: { state, startedAt, finishedAt } }: { readonly job: ListedJob }) {
  if (state === 'queued') return <DimmedText>Waiting</DimmedText>;
  if (startedAt === null) return <DimmedText>Not started</DimmedText>;
  if (finishedAt === null) return <DimmedText>Running</DimmedText>;
  return formatDuration(Date.parse(finishedAt) - Date.parse(startedAt));
}

function TemplateName({ job: { file, templateId } }: { readonly job: ListedJob }) {
  const templates = useTemplateNames().data?.data;
  if (templateId === null) {
    return (
      <DimmedText>{file === null ? 'None' : `None (${SOURCE_NAMES[file.generationMethod]})`}</DimmedText>
    );
  }
  const name = file?.templateUsed?.name ?? templates?.find(({ id }) => id === templateId)?.name;
  return name ?? <code className={classes.id}>{templateId}</code>;
}

interface JobMenuProps {
  readonly job: ListedJob;
  readonly onCancel: () => void;
}

const JobMenu = ({ job: { jobId }, onCancel }: JobMenuProps) => (
  <ActionMenu label={`Actions for ${jobId}`}>
    <Menu.Item color={DANGER_TEXT_COLOR} leftSection={<IconBan size={16} aria-hidden />} onClick={onCancel}>
      Cancel job
    </Menu.Item>
  </ActionMenu>
);
