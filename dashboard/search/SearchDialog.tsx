import { Modal, Text, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { ErrorAlert } from '../components/ErrorAlert.tsx';
import { IconSearch } from '../icons/tabler.generated.ts';
import type { SearchResult } from './find-results.ts';
import classes from './SearchDialog.module.css';
import { useSearchResults } from './use-search-results.ts';

interface SearchDialogProps {
  readonly workspaceId: string;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export const SearchDialog = ({ workspaceId, opened, onClose }: SearchDialogProps) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title="Search"
    classNames={{ header: classes.heading }}
    size="lg"
    padding={0}
    withCloseButton={false}
    yOffset="12vh"
    centered={false}
  >
    <Search workspaceId={workspaceId} onClose={onClose} />
  </Modal>
);

/** A combobox with a list (ARIA 1.2): the focus stays in the field, and the arrow keys choose a result. */
function Search({ workspaceId, onClose }: Omit<SearchDialogProps, 'opened'>) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { results, isComplete, error } = useSearchResults(workspaceId, text);
  const listId = useId();
  const open = useOpen(workspaceId, onClose);
  const active = results[Math.min(chosen, results.length - 1)];

  function choose(event: KeyboardEvent) {
    if (event.key === 'Enter' && active !== undefined) open(active);
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0 || results.length === 0) return;
    event.preventDefault();
    const next = (Math.min(chosen, results.length - 1) + step + results.length) % results.length;
    setChosen(next);
    document.getElementById(optionId(listId, next))?.scrollIntoView({ block: 'nearest' });
  }

  return (
    <>
      <TextInput
        aria-label="Search pages, templates, files, jobs and requests"
        placeholder="Search pages, templates, files, jobs, requests"
        size="md"
        variant="unstyled"
        className={classes.field}
        leftSection={<IconSearch size={18} aria-hidden />}
        data-autofocus
        maxLength={100}
        role="combobox"
        aria-expanded={results.length > 0}
        aria-controls={listId}
        aria-activedescendant={active && optionId(listId, results.indexOf(active))}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={choose}
      />
      {error && <ErrorAlert error={error} title="Could not search" />}
      <Results id={listId} results={results} active={active} onOpen={open} />
      <Text size="sm" c="dimmed" className={classes.state} aria-live="polite">
        {describeState(results.length, isComplete)}
      </Text>
    </>
  );
}

function useOpen(workspaceId: string, onClose: () => void) {
  const navigate = useNavigate();
  const isOpening = useRef(false);
  return ({ to, search }: SearchResult) => {
    if (isOpening.current) return;
    isOpening.current = true;
    onClose();
    void navigate({ to: `/w/${workspaceId}/${to}`, search: search ?? {} });
  };
}

const optionId = (listId: string, index: number): string => `${listId}-${index}`;

function describeState(count: number, isComplete: boolean): string {
  if (!isComplete) return 'Searching…';
  if (count === 0) return 'No results. Search for a name or an ID, such as req_….';
  return count === 1 ? '1 result' : `${count} results`;
}

interface ResultsProps {
  readonly id: string;
  readonly results: readonly SearchResult[];
  readonly active: SearchResult | undefined;
  readonly onOpen: (result: SearchResult) => void;
}

function Results({ id, results, active, onOpen }: ResultsProps) {
  return (
    <div role="listbox" id={id} aria-label="Results" className={classes.results}>
      {results.map((result, index) => (
        <div
          key={`${result.group} ${result.id}`}
          id={optionId(id, index)}
          role="option"
          aria-selected={result === active}
          className={classes.result}
          onClick={() => onOpen(result)}
        >
          <span className={classes.group}>{result.group}</span>
          <span className={classes.label}>{result.label}</span>
          {result.detail !== undefined && <code className={classes.detail}>{result.detail}</code>}
        </div>
      ))}
    </div>
  );
}
