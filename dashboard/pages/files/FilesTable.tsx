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
import { OpenButton } from '../../components/OpenButton.tsx';
import { summarizeCopies } from './copy-status.ts';
import { SelectBox } from './selection/SelectBox.tsx';
import { SelectionBar } from './selection/SelectionBar.tsx';
import type { Selection } from './selection/use-selection.ts';
import { SOURCE_NAMES } from './source-name.ts';
import classes from './FilesPage.module.css';

interface FilesTableProps {
  readonly files: readonly KeptFile[];
  readonly onOpen: (file: KeptFile) => void;
  /** It is null for people who cannot merge or split. */
  readonly selection: Selection | null;
  readonly onMerge: () => void;
  readonly onSplit: () => void;
}

export function FilesTable({ files, onOpen, selection, onMerge, onSplit }: FilesTableProps) {
  const name: Column<KeptFile> = {
    header: 'Name',
    kind: 'heading',
    cell: (file) => <Name file={file} onOpen={() => onOpen(file)} />,
  };
  return (
    <Card padding="flush">
      {selection && <SelectionBar selection={selection} shown={files} onMerge={onMerge} onSplit={onSplit} />}
      <DataTable
        caption="Files, newest first"
        columns={[...(selection === null ? [] : [selectColumn(selection, files)]), name, ...COLUMNS]}
        rows={files}
        rowKey={({ fileId }) => fileId}
      />
    </Card>
  );
}

const selectColumn = (selection: Selection, files: readonly KeptFile[]): Column<KeptFile> => ({
  header: 'Select',
  kind: 'select',
  cell: (file) => (
    <SelectBox
      file={file}
      checked={selection.has(file)}
      onToggle={(through) => selection.toggle(file, files, through)}
    />
  ),
});

/** The element that opens a file in the list. */
export const fileButtonId = (fileId: string): string => `open-${fileId}`;

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
      <OpenButton id={fileButtonId(file.fileId)} onClick={onOpen}>
        {file.filename}
      </OpenButton>
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
