import { TextInput } from '@mantine/core';
import type { PdfOptions } from '../../schema/api/pdf-options.ts';
import { OptionalText } from './OptionalText.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';
import classes from './fields.module.css';

type Metadata = NonNullable<PdfOptions['metadata']>;

const TEXTS = [
  { field: 'title', label: 'Title', placeholder: 'Invoice {{number}}' },
  { field: 'author', label: 'Author', placeholder: 'Acme Ltd' },
  { field: 'subject', label: 'Subject', placeholder: '' },
  { field: 'language', label: 'Language', placeholder: 'en' },
] as const;

/** While one writes, the last keyword may end in a space or be empty. */
const toKeywords = (text: string): string[] | undefined =>
  text === '' ? undefined : text.split(',').map((keyword) => keyword.trimStart());

export function MetadataFields({ value, onChange, problems }: OptionsFieldsProps) {
  const { metadata = {} } = value;
  const change = (part: Partial<Metadata>) =>
    onChange(withChange(value, { metadata: withChange<Metadata>(metadata, part) }));
  return (
    <div className={classes.pair}>
      {TEXTS.map(({ field, label, placeholder }) => (
        <OptionalText
          key={field}
          name={`metadata.${field}`}
          label={label}
          placeholder={placeholder}
          value={metadata[field]}
          error={problems?.[`metadata.${field}`]}
          onChange={(text) => change({ [field]: text })}
        />
      ))}
      <TextInput
        label="Keywords"
        placeholder="invoice, {{customer}}"
        value={metadata.keywords?.join(', ') ?? ''}
        error={problems?.['metadata.keywords']}
        onChange={({ currentTarget }) => change({ keywords: toKeywords(currentTarget.value) })}
      />
    </div>
  );
}
