import type { LoggedRequest } from '../../../schema/request-log.ts';
import { Card } from '../../components/Card.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { OpenButton } from '../../components/OpenButton.tsx';
import { formatDuration } from '../../format-duration.ts';
import { Caller } from './Caller.tsx';
import classes from './RequestsPage.module.css';

interface RequestsTableProps {
  readonly requests: readonly LoggedRequest[];
  readonly onOpen: (requestId: string) => void;
}

export function RequestsTable({ requests, onOpen }: RequestsTableProps) {
  const request: Column<LoggedRequest> = {
    header: 'Request',
    kind: 'heading',
    cell: ({ requestId, method, route }) => (
      <OpenButton onClick={() => onOpen(requestId)}>
        <span className={classes.method}>{method}</span> {route}
        <code className={classes.id}>{requestId}</code>
      </OpenButton>
    ),
  };
  return (
    <Card padding="flush">
      <DataTable
        caption="Requests, newest first"
        columns={[request, ...COLUMNS]}
        rows={requests}
        rowKey={({ requestId }) => requestId}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<LoggedRequest>[] = [
  { header: 'Status', cell: (request) => <RequestStatus request={request} /> },
  { header: 'Time', cell: ({ at }) => <DateTime value={at} show="second" /> },
  { header: 'Duration', align: 'end', cell: ({ durationMs }) => formatDuration(durationMs) },
  { header: 'Key', cell: (request) => <Caller request={request} /> },
];

export const RequestStatus = ({
  request: { status, code },
}: {
  readonly request: Pick<LoggedRequest, 'status' | 'code'>;
}) => (
  <StatusBadge tone={status >= 500 ? 'bad' : status >= 400 ? 'warning' : 'good'}>
    {code === null ? status : `${status} ${code}`}
  </StatusBadge>
);
