import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { MIN_PASSWORD_LENGTH } from '../../schema/console/bounds.ts';

interface SecretFieldProps extends PasswordInputProps {
  /** The button says that it shows this: `the password`. */
  readonly secret?: string;
}

/**
 * A field whose value is hidden until the user shows it. Mantine's field does not report its error to screen
 * readers, and its toggle button is not in the tab order.
 */
export function SecretField({ secret = 'the secret', ...props }: SecretFieldProps) {
  return (
    <PasswordInput
      {...props}
      aria-invalid={Boolean(props.error) || undefined}
      visibilityToggleButtonProps={{ 'aria-label': `Show ${secret}`, tabIndex: 0 }}
    />
  );
}

export const PasswordField = (props: PasswordInputProps) => (
  <SecretField label="Password" autoComplete="current-password" required secret="the password" {...props} />
);

export const NewPasswordField = (props: PasswordInputProps) => (
  <SecretField
    label="Password"
    description={`At least ${MIN_PASSWORD_LENGTH} characters. A few words make a better password than one complicated word.`}
    autoComplete="new-password"
    required
    secret="the password"
    {...props}
  />
);

/** A credential of another service, which Platen stores. `source` says where the user finds it. */
export const CredentialField = ({ source, ...props }: PasswordInputProps & { source?: string }) => (
  <SecretField
    description={`${source === undefined ? '' : `${source} `}Stored encrypted. It is not shown again.`}
    // With any other value a password manager would offer to save it as the password for this page.
    autoComplete="new-password"
    required
    {...props}
  />
);
