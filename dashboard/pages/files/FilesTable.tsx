import type { KeptFile } from '../../../schema/api/files.ts';
import { FILE_TYPES } from '../../../schema/media-types.ts';
import { toSameOriginPath } from '../../api/same-origin-path.ts';
import { FileSize } from '../../components/FileSize.tsx';
import { type Column, DataTable } from '../../components/DataTable.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { DimmedText } from '../../components/DimmedText.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { TestBadge } from '../../components/TestBadge.tsx';
import { Card } from '../../components/Card.tsx';
import { summarizeCopies } from './copy-status.ts';
import { FileButton } from './FileButton.tsx';
import { SOURCE_NAMES } from './source-name.ts';
import classes from './FilesPage.module.css';

interface FilesTableProps {
  readonly files: readonly KeptFile[];
  readonly onOpen: (file: KeptFile) => void;
}

export function FilesTable({ files, onOpen }: FilesTableProps) {
  const name: Column<KeptFile> = {
    header: 'Name',
    kind: 'heading',
    cell: (file) => <Name file={file} onOpen={() => onOpen(file)} />,
  };
  return (
    <Card padding="flush">
      <DataTable
        caption="Files, newest first"
        columns={[name, ...COLUMNS]}
        rows={files}
        rowKey={({ fileId }) => fileId}
      />
    </Card>
  );
}

const COLUMNS: readonly Column<KeptFile>[] = [
  { header: 'Created', cell: ({ createdAt }) => <DateTime value={createdAt} show="ago" /> },
  {
    header: 'Template',
    cell: ({ templateUsed, generationMethod }) =>
      templateUsed?.name ?? <DimmedText>{`None (${SOURCE_NAMES[generationMethod]})`}</DimmedText>,
  },
  { header: 'Type', cell: ({ mediaType }) => FILE_TYPES[mediaType].noun },
  { header: 'Size', align: 'end', cell: ({ size }) => <FileSize value={size} /> },
  { header: 'External copies', cell: (file) => <Copies file={file} /> },
  { header: 'Kept until', cell: ({ retainedUntil }) => <DateTime value={retainedUntil} show="day" /> },
];

function Name({ file, onOpen }: { readonly file: KeptFile; readonly onOpen: () => void }) {
  return (
    <>
      {file.thumbnail && (
        // The name beside it says what it is.
        <img className={classes.thumbnail} src={toSameOriginPath(file.thumbnail.url)} alt="" loading="lazy" />
      )}
      <FileButton filename={file.filename} onClick={onOpen} />
      {file.environment === 'test' && <TestBadge />}
    </>
  );
}

function Copies({ file }: { readonly file: KeptFile }) {
  const summary = summarizeCopies(file.copies);
  return summary === null ? (
    <DimmedText>None</DimmedText>
  ) : (
    <StatusBadge tone={summary.tone}>{summary.label}</StatusBadge>
  );
}
