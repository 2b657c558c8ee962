/** A table as the formatter writes it. @param aligned the columns that are aligned to the right */
export function toMarkdownTable(
  [head = [], ...rows]: readonly (readonly string[])[],
  aligned: (column: number) => boolean = () => false,
): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    aligned(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0);
  const rule = widths.map((width, column) =>
    aligned(column) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  const toLine = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  const [first = [], ...others] = cells.map((row) => row.map(pad));
  return [first, rule, ...others].map(toLine).join('\n');
}
