import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { PAGE_KEYWORDS } from '../../schema/api/band-options.ts';

interface PagesInputProps {
  readonly name?: string;
  readonly value: string | undefined;
  readonly onChange: (pages: string | undefined) => void;
  readonly error?: string | undefined;
}

/** The pages that have a header or footer. */
export function PagesInput({ value, onChange, ...rest }: PagesInputProps) {
  const keywords = useId();
  return (
    <>
      <TextInput
        {...rest}
        label="Pages"
        placeholder="All pages, or 2-5,8"
        list={keywords}
        autoComplete="off"
        value={value ?? ''}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      />
      <datalist id={keywords}>
        {PAGE_KEYWORDS.map((keyword) => (
          <option key={keyword} value={keyword} />
        ))}
      </datalist>
    </>
  );
}
