import { TextEditor } from '../document-editor/panel-parts.tsx';
import type { EditorPlace } from '../document-editor/use-editor-place.ts';
import type { TemplateProblem } from '../editor/template-problems.ts';
import { toBandName } from '../../schema/api/band-options.ts';
import { type Edge, fromBandList, toBandEditorLabel, toBandLabel, toBandList } from './band-list.ts';
import { BandSettings } from './BandSettings.tsx';
import { type OptionsFieldsProps, withChange } from './with-change.ts';

interface BandPanelProps extends OptionsFieldsProps {
  readonly edge: Edge;
  readonly place: Pick<EditorPlace<Edge>, 'bands' | 'chooseBand' | 'findSelection'>;
  /** The problems of all headers, or of all footers. */
  readonly textProblems?: readonly TemplateProblem[];
  /** For the completion of names. */
  readonly data: unknown;
  readonly partials?: readonly string[];
  readonly partialAddress?: (name: string) => string;
}

/** The tab of the header or the footer. A document can have several of each. */
export function BandPanel({
  edge,
  place,
  textProblems = [],
  data,
  partials,
  partialAddress,
  ...fields
}: BandPanelProps) {
  const { value, onChange } = fields;
  const bands = toBandList(value[edge]);
  const index = Math.min(place.bands[edge], bands.length - 1);
  const band = bands[index] ?? {};
  const name = toBandName(edge, value[edge], index);
  const write = (text: string) =>
    fromBandList(bands.with(index, withChange(band, { content: text || undefined })));
  return (
    <>
      <BandSettings
        {...fields}
        edge={edge}
        index={index}
        onIndex={(chosen) => place.chooseBand(edge, chosen)}
      />
      <TextEditor
        // Another text has another history.
        key={index}
        label={toBandEditorLabel(toBandLabel(edge, index, bands.length))}
        language="template"
        value={band.content ?? ''}
        onChange={(text) => onChange(withChange(value, { [edge]: write(text) }))}
        problems={textProblems.filter(({ document }) => document === name)}
        data={data}
        partials={partials}
        partialAddress={partialAddress}
        selection={place.findSelection(edge, index)}
      />
    </>
  );
}
