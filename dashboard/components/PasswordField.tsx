import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Mantine's field tells a screen reader neither that it is wrong nor, by the keyboard, how to show it. */
export function PasswordField(props: PasswordInputProps) {
  return (
    <PasswordInput
      {...props}
      aria-invalid={Boolean(props.error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
    />
  );
}
