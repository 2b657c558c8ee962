import { Code, Group } from '@mantine/core';
import { CopyButton } from './CopyButton.tsx';
import classes from './SecretValue.module.css';

interface SecretProps {
  readonly value: string;
  /** What it is, for who hears the page: `API key`. */
  readonly label: string;
}

/** A value that is shown this once, to be copied. */
export function Secret({ value, label }: SecretProps) {
  return (
    <Group gap="xs" className={classes.secret}>
      <Code className={classes.value} aria-label={label} role="textbox" aria-readonly tabIndex={0}>
        {value}
      </Code>
      <CopyButton value={value} label={`Copy ${label}`} variant="filled" size="sm" />
    </Group>
  );
}
