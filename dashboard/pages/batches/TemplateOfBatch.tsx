import type { Batch } from '../../../schema/api/batches.ts';
import { useTemplateNames } from '../files/use-files.ts';
import classes from './Batches.module.css';

/** The name and the version of the template. */
export function TemplateOfBatch({ batch: { templateId } }: { readonly batch: Batch }) {
  const templates = useTemplateNames().data?.data;
  const [id, version] = templateId.split('@');
  const name = templates?.find((template) => template.id === id)?.name;
  if (name === undefined) return <code className={classes.id}>{templateId}</code>;
  return version === undefined ? name : `${name}, version ${version}`;
}
