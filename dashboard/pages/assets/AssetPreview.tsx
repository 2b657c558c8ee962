import { Text } from '@mantine/core';
import { useEffect, useId, useState } from 'react';
import type { Asset } from '../../../schema/api/components.ts';
import { useWorkspace } from '../../session.ts';
import { isFont, isPicture, kindOf } from './asset-names.ts';
import classes from './Assets.module.css';
import { contentPath } from './use-assets.ts';

interface AssetProps {
  readonly asset: Asset;
}

/** Shows a picture in the list. Fonts and colour profiles have no picture. */
export function AssetThumbnail({ asset }: AssetProps) {
  const { id } = useWorkspace();
  if (!isPicture(asset.mediaType)) return null;
  return <img className={classes.thumbnail} src={contentPath(id, asset)} alt="" loading="lazy" />;
}

export function AssetPreview({ asset }: AssetProps) {
  const { id } = useWorkspace();
  const path = contentPath(id, asset);
  if (isFont(asset.mediaType)) return <FontSpecimen key={path} asset={asset} path={path} />;
  if (!isPicture(asset.mediaType))
    return <Text c="dimmed">{kindOf(asset.mediaType)}: there is no preview.</Text>;
  return (
    <div className={classes.picture}>
      <img src={path} alt={`The picture ${asset.name}`} />
    </div>
  );
}

const SPECIMEN = 'The quick brown fox jumps over the lazy dog';
const LETTERS =
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 .,:;!? &@%€$£ ÄÖÜäöüß éèçñø';

function FontSpecimen({ asset, path }: AssetProps & { readonly path: string }) {
  const { weight = '400', style = 'normal' } = asset.details;
  const family = `specimen ${useId()}`;
  const state = useFontFace(family, path, { weight, style });
  if (state === 'failed') return <Text c="danger">The browser cannot read this font.</Text>;
  const [first = '400'] = weight.split(' ');
  return (
    <div
      className={classes.specimen}
      data-state={state}
      style={{ fontFamily: `"${family}", sans-serif`, fontWeight: first, fontStyle: style }}
    >
      {[36, 24, 16].map((size) => (
        <p key={size} style={{ fontSize: size }}>
          {SPECIMEN}
        </p>
      ))}
      <p style={{ fontSize: 16 }}>{LETTERS}</p>
    </div>
  );
}

type FontState = 'loading' | 'shown' | 'failed';

/** Loads a font, and removes it when the component goes. */
function useFontFace(
  family: string,
  path: string,
  { weight, style }: { weight: string; style: string },
): FontState {
  const [state, setState] = useState<FontState>('loading');
  useEffect(() => {
    const face = new FontFace(family, `url("${path}")`, { weight, style });
    document.fonts.add(face);
    face.load().then(
      () => setState('shown'),
      () => setState('failed'),
    );
    return () => void document.fonts.delete(face);
  }, [family, path, weight, style]);
  return state;
}
