import type { ReactNode } from 'react';
import { VisuallyHidden } from '@mantine/core';
import classes from './DataTable.module.css';

export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => ReactNode;
  readonly align?: 'start' | 'end';
  /** `heading` names the row. `menu` contains buttons, and `select` a check box: they have no visible header. */
  readonly kind?: 'heading' | 'plain' | 'menu' | 'select';
}

interface DataTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
}

/**
 * A table. On a narrow screen each row becomes a card with the headers next to the values. The roles are
 * explicit because `display: block` removes the implicit ones.
 */
export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table role="table" className={classes.table}>
      <caption className={classes.caption}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ header, align, kind }) => (
            <th key={header} role="columnheader" scope="col" data-align={align}>
              {kind === 'menu' || kind === 'select' ? <VisuallyHidden>{header}</VisuallyHidden> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map((column) => (
              <Cell key={column.header} column={column} row={row} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
  const { header, align, kind = 'plain', cell } = column;
  const content = (
    <>
      {kind === 'plain' && (
        <span className={classes.label} aria-hidden>
          {header}
        </span>
      )}
      <div className={classes.value}>{cell(row)}</div>
    </>
  );
  return kind === 'heading' ? (
    <th role="rowheader" scope="row" data-kind={kind}>
      {content}
    </th>
  ) : (
    <td role="cell" data-align={align} data-kind={kind}>
      {content}
    </td>
  );
}
