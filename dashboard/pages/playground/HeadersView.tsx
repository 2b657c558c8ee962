import { type Column, DataTable } from '../../components/DataTable.tsx';
import classes from './PlaygroundPage.module.css';

type Header = readonly [name: string, value: string];

const COLUMNS: readonly Column<Header>[] = [
  { header: 'Header', kind: 'heading', cell: ([name]) => <code>{name}</code> },
  { header: 'Value', cell: ([, value]) => <code>{value}</code> },
];

export const HeadersView = ({ headers }: { readonly headers: readonly Header[] }) => (
  <div className={classes.framed}>
    <DataTable caption="Response headers" columns={COLUMNS} rows={headers} rowKey={([name]) => name} />
  </div>
);
