import { Menu, Table, Text, Textarea } from '@mantine/core';
import { ActionMenu } from '../../../components/ActionMenu.tsx';
import { DANGER_TEXT_COLOR } from '../../../theme.ts';
import classes from './LanguagesPanel.module.css';
import {
  type Change,
  countMissing,
  type MessageRow,
  type MessageTable,
  withMessage,
  withoutKey,
  withoutLocale,
  withoutMessage,
} from './messages.ts';

interface MessagesTableProps {
  readonly table: MessageTable;
  readonly onChange: (change: Change) => void;
}

/** More fields make the page slow. */
const MAX_FIELDS = 1_000;

export function MessagesTable({ table, onChange }: MessagesTableProps) {
  const { locales, rows } = table;
  if (locales.length === 0)
    return (
      <Text size="sm" c="dimmed" p="md">
        This template has no translations. Add a locale to start.
      </Text>
    );
  const shown = rows.slice(0, Math.ceil(MAX_FIELDS / locales.length));
  return (
    <>
      <Table className={classes.table} verticalSpacing={6}>
        <Table.Caption hidden>Messages by key and locale</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">Key</Table.Th>
            {locales.map((locale) => (
              <LocaleHead key={locale} locale={locale} table={table} onChange={onChange} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map((row) => (
            <KeyRow key={row.key} row={row} locales={locales} onChange={onChange} />
          ))}
        </Table.Tbody>
      </Table>
      {shown.length < rows.length && (
        <Text size="sm" c="dimmed" p="md">
          The JSON has {rows.length - shown.length} more keys.
        </Text>
      )}
    </>
  );
}

function LocaleHead({ locale, table, onChange }: MessagesTableProps & { readonly locale: string }) {
  const missing = countMissing(table, locale);
  return (
    <Table.Th scope="col" className={classes.locale}>
      <div className={classes.head}>
        <span>
          {locale}
          {missing > 0 && (
            <Text span size="xs" c="var(--mantine-color-error)" ml={8}>
              {missing} missing
            </Text>
          )}
        </span>
        <ActionMenu label={`Actions for ${locale}`}>
          <Menu.Item color={DANGER_TEXT_COLOR} onClick={() => onChange(withoutLocale(locale))}>
            Remove {locale}
          </Menu.Item>
        </ActionMenu>
      </div>
    </Table.Th>
  );
}

interface KeyRowProps extends Pick<MessagesTableProps, 'onChange'> {
  readonly row: MessageRow;
  readonly locales: readonly string[];
}

function KeyRow({ row: { key, messages }, locales, onChange }: KeyRowProps) {
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.key}>
        <div className={classes.keyRow}>
          <ActionMenu label={`Actions for ${key}`}>
            <Menu.Item color={DANGER_TEXT_COLOR} onClick={() => onChange(withoutKey(key))}>
              Remove the key
            </Menu.Item>
            {locales.map(
              (locale) =>
                messages[locale] !== undefined && (
                  <Menu.Item key={locale} onClick={() => onChange(withoutMessage(locale, key))}>
                    Remove from {locale}
                  </Menu.Item>
                ),
            )}
          </ActionMenu>
          {key}
        </div>
      </Table.Th>
      {locales.map((locale) => (
        <Table.Td key={locale} className={classes.message}>
          <Textarea
            aria-label={`${key} in ${locale}`}
            autosize
            maxRows={6}
            size="xs"
            lang={locale}
            dir="auto"
            placeholder={messages[locale] === undefined ? 'Missing' : ''}
            error={messages[locale] === undefined}
            value={messages[locale] ?? ''}
            onChange={(event) => onChange(withMessage(locale, key, event.currentTarget.value))}
          />
        </Table.Td>
      ))}
    </Table.Tr>
  );
}
