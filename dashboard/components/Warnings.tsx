import { Text } from '@mantine/core';
import type { Warning } from '../../schema/warnings-header.ts';
import { IconAlertTriangle } from '../icons/tabler.generated.ts';
import classes from './Warnings.module.css';

/** Why a PDF may not be what the user expects. Shows nothing if there are no warnings. */
export function Warnings({ warnings }: { readonly warnings: readonly Warning[] }) {
  if (warnings.length === 0) return null;
  return (
    <div className={classes.warnings} role="status">
      <IconAlertTriangle size={18} aria-hidden className={classes.sign} />
      <ul aria-label="Warnings" className={classes.list}>
        {warnings.map(({ code, field, message }) => (
          <Text key={`${code} ${field} ${message}`} component="li" size="sm">
            {message}
          </Text>
        ))}
      </ul>
    </div>
  );
}
