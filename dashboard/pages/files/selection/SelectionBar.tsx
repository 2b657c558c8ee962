import { Button, Checkbox, Text } from '@mantine/core';
import type { KeptFile } from '../../../../schema/api/files.ts';
import { MAX_MERGED, MIN_MERGED } from '../../../../schema/assembling.ts';
import classes from './Selection.module.css';
import { isSelectable, type Selection } from './use-selection.ts';

interface SelectionBarProps {
  readonly selection: Selection;
  readonly shown: readonly KeptFile[];
  readonly onMerge: () => void;
  readonly onSplit: () => void;
}

/** Always shown, so that the table does not move when a file is selected. */
export function SelectionBar({ selection, shown, onMerge, onSplit }: SelectionBarProps) {
  const count = selection.files.length;
  const selectable = shown.filter(isSelectable);
  const isAll = selectable.length > 0 && selectable.every(selection.has);
  return (
    <div
      role="group"
      aria-label="Selection"
      className={classes.bar}
      data-selected={count > 0 ? true : undefined}
    >
      <Checkbox
        label="Select all"
        disabled={selectable.length === 0}
        checked={isAll}
        indeterminate={!isAll && selectable.some(selection.has)}
        onChange={() => (isAll ? selection.deselect(selectable) : selection.select(selectable))}
      />
      <Text size="sm" c="dimmed" role="status" className={classes.count}>
        {describeSelection(count)}
      </Text>
      <div className={classes.actions}>
        <Button
          size="xs"
          variant="subtle"
          disabled={count === 0}
          onClick={() => selection.deselect(selection.files)}
        >
          Deselect all
        </Button>
        <Button size="xs" variant="default" disabled={count !== 1} onClick={onSplit}>
          Split
        </Button>
        <Button size="xs" disabled={count < MIN_MERGED || count > MAX_MERGED} onClick={onMerge}>
          Merge
        </Button>
      </div>
    </div>
  );
}

function describeSelection(count: number): string {
  if (count === 0) return `Select one PDF to split it, or ${MIN_MERGED} to ${MAX_MERGED} to merge them.`;
  if (count === 1) return '1 PDF is selected.';
  if (count > MAX_MERGED) return `${count} PDFs are selected. At most ${MAX_MERGED} can be merged.`;
  return `${count} PDFs are selected.`;
}
