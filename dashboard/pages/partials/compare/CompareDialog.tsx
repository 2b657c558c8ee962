import { Modal, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { ErrorAlert } from '../../../components/ErrorAlert.tsx';
import classes from './CompareDialog.module.css';
import { type ComparedPage, type ComparedPrints, describePrints, isChanged } from './compared-prints.ts';
import type { Comparison } from './use-comparisons.ts';

interface CompareDialogProps {
  /** The name of the template. Null closes the dialog. */
  readonly name: string | null;
  readonly comparison: Comparison | undefined;
  readonly onClose: () => void;
}

/** Shows the pages of a template that change with the newest assets and partials. */
export function CompareDialog({ name, comparison, onClose }: CompareDialogProps) {
  return (
    <Modal opened={name !== null} onClose={onClose} title={`Changes of “${name ?? ''}”`} size="90rem">
      {comparison?.state === 'failed' && <ErrorAlert error={comparison.error} title="Not compared" />}
      {(comparison === undefined || comparison.state === 'running') && (
        <Text role="status">Printing and comparing…</Text>
      )}
      {comparison?.state === 'done' && <Samples samples={comparison.samples} />}
    </Modal>
  );
}

type Done = Extract<Comparison, { state: 'done' }>;

function Samples({ samples }: Pick<Done, 'samples'>) {
  const [chosen, setChosen] = useState(0);
  const shown = samples[Math.min(chosen, samples.length - 1)];
  return (
    <Stack>
      {samples.length > 1 && (
        <NativeSelect
          label="Sample data"
          data={samples.map(({ name, prints }, index) => ({
            value: String(index),
            label: isChanged(prints) ? `${name} •` : name,
          }))}
          value={String(chosen)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      )}
      {shown && <Prints prints={shown.prints} />}
    </Stack>
  );
}

function Prints({ prints }: { readonly prints: ComparedPrints }) {
  return (
    <>
      <Text size="sm" role="status">
        {describePrints(prints)}
      </Text>
      {prints.changed.map((page) => (
        <section key={page.number} aria-label={`Page ${page.number}`}>
          <Title order={3} size="h5" mb={4}>
            Page {page.number}
            {page.difference && `: ${formatShare(page.changedShare)} of its pixels differ`}
          </Title>
          <Page page={page} />
        </section>
      ))}
    </>
  );
}

const formatShare = (share: number): string =>
  share < 0.0001 ? 'less than 0.01 %' : `${(share * 100).toFixed(2)} %`;

const Page = ({ page }: { readonly page: ComparedPage }) => (
  <div className={classes.pages}>
    <Picture label="Published" canvas={page.before} />
    <Picture label="With the newest parts" canvas={page.after} />
    {page.difference && <Picture label="Difference" canvas={page.difference} />}
  </div>
);

function Picture({ label, canvas }: { readonly label: string; readonly canvas: HTMLCanvasElement | null }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    host.current?.replaceChildren(...(canvas === null ? [] : [canvas]));
  }, [canvas]);
  return (
    <figure className={classes.picture}>
      <figcaption>{canvas === null ? `${label}: no such page` : label}</figcaption>
      <div ref={host} />
    </figure>
  );
}
