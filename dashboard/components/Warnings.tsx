import { Anchor, Text } from '@mantine/core';
import type { Warning } from '../../schema/warnings-header.ts';
import { IconAlertTriangle } from '../icons/tabler.generated.ts';
import classes from './Warnings.module.css';

/** Finds the field of a warning on the page. It is null if the page has no such field. */
export type WarningLinks = (warning: Warning) => { readonly label: string; readonly open: () => void } | null;

interface WarningsProps {
  readonly warnings: readonly Warning[];
  readonly fields?: WarningLinks;
}

/** The reason why a PDF may not be what the user expects. Shows nothing if there are no warnings. */
export function Warnings({ warnings, fields = () => null }: WarningsProps) {
  if (warnings.length === 0) return null;
  return (
    <div className={classes.warnings} role="status">
      <IconAlertTriangle size={18} aria-hidden className={classes.sign} />
      <ul aria-label="Warnings" className={classes.list}>
        {warnings.map((warning) => (
          <Text key={`${warning.code} ${warning.field} ${warning.message}`} component="li" size="sm">
            <Message warning={warning} fields={fields} />
          </Text>
        ))}
      </ul>
    </div>
  );
}

/** If the message names a field of the request, it names the field on the page instead, which a click opens. */
function Message({
  warning,
  fields,
}: Required<Pick<WarningsProps, 'fields'>> & { readonly warning: Warning }) {
  const { message, field } = warning;
  const found = fields(warning);
  if (found === null) return message;
  const [before = '', ...after] = message.split(field ?? '');
  return (
    <>
      {before}
      {after.length === 0 && ' '}
      <Anchor component="button" size="sm" onClick={found.open}>
        {found.label}
      </Anchor>
      {after.join(field ?? '')}
    </>
  );
}
