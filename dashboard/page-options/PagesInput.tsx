import { useId } from 'react';
import { PAGE_KEYWORDS } from '../../schema/api/band-options.ts';
import { OptionalText } from './OptionalText.tsx';

interface PagesInputProps {
  readonly name?: string;
  readonly value: string | undefined;
  readonly onChange: (pages: string | undefined) => void;
  readonly error?: string | undefined;
}

/** The pages that have a header or footer. */
export function PagesInput(props: PagesInputProps) {
  const keywords = useId();
  return (
    <>
      <OptionalText
        {...props}
        label="Pages"
        placeholder="All pages, or 2-5,8"
        list={keywords}
        autoComplete="off"
      />
      <datalist id={keywords}>
        {PAGE_KEYWORDS.map((keyword) => (
          <option key={keyword} value={keyword} />
        ))}
      </datalist>
    </>
  );
}
