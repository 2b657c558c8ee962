import { Text } from '@mantine/core';
import { CreditsLeft } from '../CreditsLeft.tsx';
import { countCredits } from '../use-assembly.ts';
import classes from './Split.module.css';

const SHOWN_PARTS = 12;

/** What comes out, and what it costs. */
export function SplitSummary({ parts }: { readonly parts: readonly string[] }) {
  const count = parts.length;
  const hidden = count - SHOWN_PARTS;
  return (
    <div role="status" className={classes.summary}>
      {count > 0 && (
        <>
          <Text size="sm">
            This makes {count === 1 ? '1 file' : `${count} files`} and costs {countCredits(count)}.{' '}
            <CreditsLeft />
          </Text>
          <Text size="sm" c="dimmed">
            Pages: {parts.slice(0, SHOWN_PARTS).join(' · ')}
            {hidden > 0 && ` · and ${hidden} more`}
          </Text>
        </>
      )}
    </div>
  );
}
