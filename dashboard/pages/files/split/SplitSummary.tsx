import { Text } from '@mantine/core';
import { CreditsLeft } from '../CreditsLeft.tsx';
import { countCredits } from '../use-assembly.ts';
import classes from './Split.module.css';

const SHOWN_EXCERPTS = 12;

/** Says which files a split makes, and what they cost. */
export function SplitSummary({ excerpts }: { readonly excerpts: readonly string[] }) {
  const count = excerpts.length;
  const hidden = count - SHOWN_EXCERPTS;
  return (
    <div role="status" className={classes.summary}>
      {count > 0 && (
        <>
          <Text size="sm">
            This makes {count === 1 ? '1 file' : `${count} files`} and costs {countCredits(count)}.{' '}
            <CreditsLeft />
          </Text>
          <Text size="sm" c="dimmed">
            Pages: {excerpts.slice(0, SHOWN_EXCERPTS).join(' · ')}
            {hidden > 0 && ` · and ${hidden} more`}
          </Text>
        </>
      )}
    </div>
  );
}
