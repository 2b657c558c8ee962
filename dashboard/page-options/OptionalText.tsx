import { TextInput, type TextInputProps } from '@mantine/core';

interface OptionalTextProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  readonly value: string | undefined;
  readonly onChange: (text: string | undefined) => void;
}

/** A field for an option that is a text. If the field is empty, the option is left out. */
export const OptionalText = ({ value, onChange, ...props }: OptionalTextProps) => (
  <TextInput
    {...props}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
  />
);
