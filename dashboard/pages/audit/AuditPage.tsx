import { Text, Title } from '@mantine/core';
import type { AuditEntry } from '../../../schema/console/usage.ts';
import { consoleApi, readPage } from '../../api/console-client.ts';
import { usePagedQuery } from '../../api/use-paged-query.ts';
import { DateTime } from '../../components/DateTime.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { PagedList } from '../../components/PagedList.tsx';
import { Page } from '../../components/Page.tsx';
import { IconHistory } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { AuditIcon } from './AuditIcon.tsx';
import classes from './AuditPage.module.css';
import { describeAction, describeActor, groupByDay, describeDetails } from './audit-text.ts';

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });

export function AuditPage() {
  const { id } = useWorkspace();
  const query = usePagedQuery(['workspace', id, 'audit'], ({ cursor, signal }) =>
    readPage(
      consoleApi.GET('/console/workspaces/{ws}/audit', {
        params: { path: { ws: id }, query: { cursor } },
        signal,
      }),
    ),
  );
  return (
    <Page
      title="Audit trail"
      description="All changes to this workspace, newest first. Entries cannot be edited."
    >
      <PagedList
        query={query}
        noun={['change', 'changes']}
        next="older"
        empty={
          <EmptyState icon={IconHistory} title="No changes yet">
            Changes to keys, templates, storage and people will be listed here.
          </EmptyState>
        }
      >
        {(entries) =>
          groupByDay(entries).map(({ day, entries: entriesOfDay }) => (
            <section key={day} className={classes.day}>
              <Title order={2} size="h5" className={classes.date}>
                {DAY.format(new Date(day))}
              </Title>
              <ol className={classes.entries}>
                {entriesOfDay.map((entry) => (
                  <Entry key={entry.id} entry={entry} />
                ))}
              </ol>
            </section>
          ))
        }
      </PagedList>
    </Page>
  );
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  return (
    <li className={classes.entry}>
      <AuditIcon action={entry.action} />
      <div className={classes.words}>
        <Text size="sm">
          <strong>{describeActor(entry)}</strong> {describeAction(entry)}
        </Text>
        <Text size="xs" c="dimmed" component="div" className={classes.details}>
          {describeDetails(entry).map((words) => (
            <span key={words}>{words}</span>
          ))}
          <code>{entry.subject}</code>
        </Text>
      </div>
      <span className={classes.time}>
        <DateTime value={entry.at} show="time" />
      </span>
    </li>
  );
}
