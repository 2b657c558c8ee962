import { Anchor, Text, Title } from '@mantine/core';
import type { KeptCopy, KeptFile } from '../../../schema/api/files.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import { COPY_STATUS } from './copy-status.ts';
import classes from './FilesPage.module.css';

export function FileCopies({ file }: { readonly file: KeptFile }) {
  return (
    <section aria-label="External copies">
      <Title order={3} size="h5" mb="xs">
        External copies
      </Title>
      <ul className={classes.copies}>
        {file.copies?.map((copy) => (
          <Copy
            key={`${copy.provider} ${copy.name}`}
            copy={copy}
            url={file.externalCopies?.find(({ name }) => name === copy.name)?.url}
          />
        ))}
      </ul>
    </section>
  );
}

function Copy({ copy, url }: { readonly copy: KeptCopy; readonly url: string | undefined }) {
  const { tone, label } = COPY_STATUS[copy.state];
  return (
    <li className={classes.copy}>
      <div className={classes.copyHead}>
        <strong>{copy.name}</strong>
        <StatusBadge tone={tone}>{label}</StatusBadge>
      </div>
      <Text size="xs" c="dimmed" component="div" className={classes.copyKey}>
        <code>{copy.key}</code>
      </Text>
      <Text size="xs" c="dimmed">
        {copy.attempts === 1 ? '1 attempt' : `${copy.attempts} attempts`}, last{' '}
        <DateTime value={copy.updatedAt} show="ago" />
        {url !== undefined && (
          <>
            {' · '}
            <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
              Open in a new tab
            </Anchor>
          </>
        )}
      </Text>
      {copy.state !== 'stored' && copy.lastError !== null && (
        <Text size="sm" mt={4}>
          {copy.lastError}
        </Text>
      )}
    </li>
  );
}
