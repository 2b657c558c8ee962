import { Code, Group } from '@mantine/core';
import { CopyButton } from './CopyButton.tsx';
import classes from './SecretValue.module.css';

interface SecretValueProps {
  readonly value: string;
  readonly label: string;
}

/** A secret that is shown once, with a copy button. */
export function SecretValue({ value, label }: SecretValueProps) {
  return (
    <Group gap="xs" className={classes.secret}>
      <Code className={classes.value} aria-label={label} role="textbox" aria-readonly tabIndex={0}>
        {value}
      </Code>
      <CopyButton value={value} label={`Copy ${label}`} variant="filled" size="sm" />
    </Group>
  );
}
