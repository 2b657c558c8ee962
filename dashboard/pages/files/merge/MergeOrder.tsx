import { NativeSelect, VisuallyHidden } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Entry, moveEntry, type Sort, sortEntries, SORTS } from './merge-entries.ts';
import classes from './Merge.module.css';
import { MergeRow } from './MergeRow.tsx';

interface MergeOrderProps {
  readonly entries: readonly Entry[];
  /** By the id of the file. */
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (entries: readonly Entry[]) => void;
}

const SORT_LABELS: Readonly<Record<Sort, string>> = {
  name: 'Name',
  oldest: 'Oldest first',
  newest: 'Newest first',
};

export function MergeOrder({ entries, problems, onChange }: MergeOrderProps) {
  const list = useRef<HTMLOListElement>(null);
  const [sort, setSort] = useState<Sort | ''>('');
  const [said, setSaid] = useState('');
  const focusLater = useFocusAfterChange(list, entries);
  useLayoutEffect(() => {
    const first = entries.findIndex(({ file }) => problems.has(file.fileId));
    focusControl(list.current, { index: first, control: 'remove' });
    // Only when the answer arrives.
  }, [problems]);

  function move(from: number, step: -1 | 1) {
    const entry = entries[from];
    const to = from + step;
    if (entry === undefined || to < 0 || to >= entries.length) return;
    onChange(moveEntry(entries, from, to));
    setSort('');
    setSaid(`${entry.file.filename} is now number ${to + 1} of ${entries.length}.`);
    focusLater({ index: to, control: step === -1 ? 'up' : 'down' });
  }

  function remove(index: number) {
    const name = entries[index]?.file.filename;
    onChange(entries.toSpliced(index, 1));
    setSaid(`${name} is removed from the merge.`);
    focusLater({ index: Math.min(index, entries.length - 2), control: 'remove' });
  }

  return (
    <div>
      <NativeSelect
        label="Order"
        size="xs"
        className={classes.sort}
        value={sort}
        onChange={({ currentTarget }) => {
          const chosen = SORTS.find((known) => known === currentTarget.value);
          setSort(chosen ?? '');
          if (chosen !== undefined) onChange(sortEntries(entries, chosen));
        }}
        data={[
          { value: '', label: 'As arranged below' },
          ...SORTS.map((value) => ({ value, label: SORT_LABELS[value] })),
        ]}
      />
      <ol ref={list} className={classes.entries} aria-label="PDFs to merge">
        {entries.map((entry, index) => (
          <MergeRow
            key={entry.file.fileId}
            entry={entry}
            place={index + 1}
            count={entries.length}
            problem={problems.get(entry.file.fileId)}
            onBookmark={(bookmark) => onChange(entries.with(index, { ...entry, bookmark }))}
            onMove={(step) => move(index, step)}
            onRemove={() => remove(index)}
          />
        ))}
      </ol>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </div>
  );
}

interface FocusTarget {
  readonly index: number;
  readonly control: 'up' | 'down' | 'remove';
}

/** A row that is moved or removed loses the focus. */
function useFocusAfterChange(list: React.RefObject<HTMLElement | null>, entries: readonly Entry[]) {
  const target = useRef<FocusTarget | null>(null);
  useLayoutEffect(() => {
    if (target.current === null) return;
    focusControl(list.current, target.current);
    target.current = null;
  }, [list, entries]);
  return (next: FocusTarget) => {
    target.current = next;
  };
}

const focusControl = (list: HTMLElement | null, { index, control }: FocusTarget): void =>
  list?.children[index]?.querySelector<HTMLElement>(`[data-control=${control}]`)?.focus();
