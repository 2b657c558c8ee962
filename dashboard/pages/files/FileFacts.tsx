import type { KeptFile } from '../../../schema/api/files.ts';
import { Facts } from '../../components/Facts.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { TestBadge } from '../../components/TestBadge.tsx';
import { SOURCE_NAMES } from './source-name.ts';

export function FileFacts({ file }: { readonly file: KeptFile }) {
  return (
    <Facts>
      <dt>Created</dt>
      <dd>
        <DateTime value={file.createdAt} /> in {file.processingTimeMs.toLocaleString()} ms
        {file.environment === 'test' && <TestBadge />}
      </dd>
      <dt>Source</dt>
      <dd>{describeSource(file)}</dd>
      <dt>Size</dt>
      <dd>
        <FileSize value={file.size} />
      </dd>
      <dt>Kept until</dt>
      <dd>
        <DateTime value={file.retainedUntil} />, then the file and its links are deleted
      </dd>
      <dt>24-hour link</dt>
      <dd>
        Works until <DateTime value={file.expiresAt} />
      </dd>
      <dt>ID</dt>
      <dd>
        <code>{file.fileId}</code>
      </dd>
    </Facts>
  );
}

function describeSource({ templateUsed, generationMethod }: KeptFile): string {
  if (templateUsed !== null) return `Template “${templateUsed.name}”`;
  const name = SOURCE_NAMES[generationMethod];
  return generationMethod === 'upload' ? name : `${name} in the request`;
}
