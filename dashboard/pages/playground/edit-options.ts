import { describeIssues } from '../../../schema/api/issues.ts';
import { type PdfOptions, pdfOptions } from '../../../schema/api/pdf-options.ts';
import type { TextProblem } from '../../editor/diagnostics.ts';
import { readJsonObject } from '../../json/json-object.ts';
import { formatJson } from '../../json/json-value.ts';
import { withChange } from '../../page-options/with-change.ts';
import type { DraftFieldsProps } from './request-draft.ts';

/** The form keeps fields that it does not know. */
type Options = PdfOptions & { readonly report?: unknown };

interface EditedOptions {
  /** It is null if the form cannot show the JSON. */
  readonly options: Options | null;
  /** The reason why the form cannot show it. */
  readonly problems: readonly TextProblem[];
  readonly write: (options: Options) => void;
  readonly change: (changes: Partial<Options>) => void;
}

/** The options of a request are JSON, which a form can edit if it matches the schema. */
export function editOptions(
  { optionsText }: DraftFieldsProps['draft'],
  onChange: DraftFieldsProps['onChange'],
): EditedOptions {
  const { value, problem } = readJsonObject(optionsText);
  const read = pdfOptions.loose().safeParse(value);
  const options = problem === null && read.success ? read.data : null;
  const misfits = describeIssues(read.error, value).map((message) => ({ message, at: null }));
  const write = (written: Options) => onChange({ optionsText: formatJson(written) });
  return {
    options,
    problems: problem === null ? misfits : [problem],
    write,
    change: (changes) => write(withChange<Options>(options ?? {}, changes)),
  };
}
