import { Button, Group, Stack, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useDisclosure } from '@mantine/hooks';
import type { Asset } from '../../../schema/api/components.ts';
import { ConfirmDialog } from '../../components/ConfirmDialog.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { DateTime } from '../../components/DateTime.tsx';
import { Facts } from '../../components/Facts.tsx';
import { FileSize } from '../../components/FileSize.tsx';
import { SideDrawer } from '../../components/SideDrawer.tsx';
import { IconDownload, IconTrash } from '../../icons/tabler.generated.ts';
import { useWorkspace } from '../../session.ts';
import { isFont, kindOf } from './asset-names.ts';
import { AssetPreview } from './AssetPreview.tsx';
import classes from './Assets.module.css';
import { describeDetails } from './AssetsTable.tsx';
import { AssetUses } from './AssetUses.tsx';
import { AssetVersions } from './AssetVersions.tsx';
import { contentPath, useAssetChanges } from './use-assets.ts';

interface AssetDrawerProps {
  readonly listed: Asset | null;
  readonly onClose: () => void;
}

export function AssetDrawer({ listed, onClose }: AssetDrawerProps) {
  const [deleting, confirmation] = useDisclosure(false);
  return (
    <SideDrawer
      item={listed}
      onClose={onClose}
      title={({ name }) => name}
      size="xl"
      // Escape closes the confirmation first.
      closeOnEscape={!deleting}
    >
      {(shown) => (
        <>
          <OpenedAsset asset={shown} onDelete={confirmation.open} />
          <DeleteAsset asset={shown} opened={deleting} onClose={confirmation.close} onDeleted={onClose} />
        </>
      )}
    </SideDrawer>
  );
}

interface OpenedAssetProps {
  readonly asset: Asset;
  readonly onDelete: () => void;
}

function OpenedAsset({ asset, onDelete }: OpenedAssetProps) {
  const { id } = useWorkspace();
  const { name, mediaType, bytes, updatedAt, digest, note } = asset;
  return (
    <Stack>
      <Group gap="xs">
        <CopyButton value={`platen-asset://${name}`} label="Copy address" />
        <Button
          component="a"
          href={contentPath(id, asset)}
          download={name}
          size="xs"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="danger"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDelete}
        >
          Delete
        </Button>
      </Group>
      <AssetPreview asset={asset} />
      <Facts>
        <dt>In a document</dt>
        <dd>
          <code>{describeUse(asset)}</code>
        </dd>
        <dt>Kind</dt>
        <dd>{[kindOf(mediaType), describeDetails(asset)].filter((text) => text !== '').join(', ')}</dd>
        <dt>Size</dt>
        <dd>
          <FileSize value={bytes} />
        </dd>
        <dt>Changed</dt>
        <dd>
          <DateTime value={updatedAt} />
        </dd>
        {note !== null && (
          <>
            <dt>Note</dt>
            <dd>{note}</dd>
          </>
        )}
        <dt>SHA-256</dt>
        <dd className={classes.digest}>{digest}</dd>
      </Facts>
      <Title order={3} size="h5">
        Used by
      </Title>
      <AssetUses name={name} />
      <Title order={3} size="h5">
        Versions
      </Title>
      <AssetVersions asset={asset} />
    </Stack>
  );
}

function describeUse({ name, mediaType, details: { family } }: Asset): string {
  if (isFont(mediaType)) return `font-family: "${family}"`;
  return `<img src="platen-asset://${name}">`;
}

interface DeleteAssetProps {
  readonly asset: Asset;
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteAsset({ asset: { name, version }, opened, onClose, onDeleted }: DeleteAssetProps) {
  const { remove } = useAssetChanges();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title="Delete asset"
      confirmLabel="Delete asset"
      onConfirm={async () => {
        await remove.mutateAsync(name);
        notifications.show({ message: `${name} was deleted.` });
        onDeleted();
      }}
    >
      This deletes “{name}” and all its versions ({version}). Requests whose HTML names it fail with
      ASSET_NOT_FOUND. An asset that a template uses cannot be deleted.
    </ConfirmDialog>
  );
}
