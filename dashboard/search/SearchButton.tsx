import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { lazy, Suspense, useState } from 'react';
import { IconSearch } from '../icons/tabler.generated.ts';
import classes from './SearchButton.module.css';

/** Loaded at its first use. */
const SearchDialog = lazy(async () => ({ default: (await import('./SearchDialog.tsx')).SearchDialog }));

const MODIFIER = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';

/** The search field of the header. Ctrl+K or Cmd+K opens it from everywhere, also from a text field. */
export function SearchButton({ workspaceId }: { readonly workspaceId: string }) {
  const [opened, setOpened] = useState<boolean | null>(null);
  useHotkeys([['mod+K', () => setOpened((isOpen) => isOpen !== true)]], [], true);
  return (
    <>
      <UnstyledButton
        className={classes.search}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpened(true)}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.word}>Search</span>
        <kbd className={classes.keys} aria-hidden>
          {MODIFIER} K
        </kbd>
      </UnstyledButton>
      {opened !== null && (
        <Suspense>
          <SearchDialog workspaceId={workspaceId} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  );
}
