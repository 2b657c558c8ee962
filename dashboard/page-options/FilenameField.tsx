import { Text } from '@mantine/core';
import { OptionalText } from './OptionalText.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';

interface FilenameFieldProps extends OptionsFieldsProps {
  /** The filename with the sample data. It is null if it cannot be rendered; undefined hides it. */
  readonly filename?: string | null;
}

export function FilenameField({ value, onChange, problems, filename }: FilenameFieldProps) {
  return (
    <>
      <OptionalText
        name="outputName"
        label="Default filename"
        description="Can contain Handlebars. The filename in a request takes precedence."
        placeholder="invoice-{{number}}"
        value={value.outputName}
        onChange={(outputName) => onChange(withChange(value, { outputName }))}
        error={problems?.outputName}
      />
      {filename !== undefined && (
        <Text size="xs" c="dimmed" role="status">
          With the sample data: <b>{filename ?? '–'}</b>
        </Text>
      )}
    </>
  );
}
