import { ActionIcon, Group, Text, TextInput } from '@mantine/core';
import { useId } from 'react';
import { type Icon, IconArrowDown, IconArrowUp, IconX } from '../../../icons/tabler.generated.ts';
import classes from './Merge.module.css';
import type { Entry } from './merge-entries.ts';

interface MergeRowProps {
  readonly entry: Entry;
  readonly place: number;
  readonly count: number;
  readonly problem: string | undefined;
  readonly onBookmark: (bookmark: string) => void;
  readonly onMove: (step: -1 | 1) => void;
  readonly onRemove: () => void;
}

export function MergeRow({ entry, place, count, problem, onBookmark, onMove, onRemove }: MergeRowProps) {
  const { filename } = entry.file;
  const problemId = useId();
  return (
    <li className={classes.entry} aria-describedby={problem === undefined ? undefined : problemId}>
      <span className={classes.place} aria-hidden>
        {place}
      </span>
      <span className={classes.name}>{filename}</span>
      <TextInput
        aria-label={`Bookmark of ${filename}`}
        size="xs"
        className={classes.bookmark}
        placeholder={`Bookmark: ${filename.replace(/\.pdf$/, '')}`}
        maxLength={255}
        value={entry.bookmark}
        onChange={({ currentTarget }) => onBookmark(currentTarget.value)}
      />
      <Group gap={0} wrap="nowrap">
        <Control
          icon={IconArrowUp}
          control="up"
          label={`Move ${filename} up`}
          disabled={place === 1}
          onClick={() => onMove(-1)}
        />
        <Control
          icon={IconArrowDown}
          control="down"
          label={`Move ${filename} down`}
          disabled={place === count}
          onClick={() => onMove(1)}
        />
        <Control
          icon={IconX}
          control="remove"
          label={`Leave out ${filename}`}
          disabled={count === 1}
          onClick={onRemove}
        />
      </Group>
      {problem !== undefined && (
        <Text
          id={problemId}
          size="sm"
          c="var(--mantine-color-error)"
          role="alert"
          className={classes.problem}
        >
          This file {problem}.
        </Text>
      )}
    </li>
  );
}

interface ControlProps {
  readonly icon: Icon;
  readonly control: 'up' | 'down' | 'remove';
  readonly label: string;
  readonly disabled: boolean;
  readonly onClick: () => void;
}

/** Not `disabled` at the ends of the list: keyboard users would lose the focus. */
const Control = ({ icon: Symbol, control, label, disabled, onClick }: ControlProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    data-control={control}
    aria-label={label}
    aria-disabled={disabled}
    data-disabled={disabled || undefined}
    onClick={() => disabled || onClick()}
  >
    <Symbol size={16} aria-hidden />
  </ActionIcon>
);
