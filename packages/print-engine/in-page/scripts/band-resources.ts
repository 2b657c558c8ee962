import type { BandTree } from './band-tree.ts';
import { type Budget, waitForEnd } from './waiting.ts';

/**
 * Waits for images, backgrounds and fonts, and for style sheets that only the browser may read.
 * @param samples one tree for each band, whose backgrounds are those of all its trees
 */
export async function waitForResources(
  trees: readonly BandTree[],
  samples: readonly BandTree[],
  budget: Budget,
): Promise<void> {
  const imports = trees.flatMap(({ root }) =>
    [...root.children].filter((element) => element instanceof HTMLStyleElement),
  );
  await budget.allows(Promise.all(imports.map(waitForEnd)));
  const images = trees
    .flatMap(({ root }) => [...root.querySelectorAll('img')])
    .map((image) => {
      image.loading = 'eager';
      return image.decode();
    });
  // No script can wait for a background, but it can wait for an image with the same address.
  const backgrounds = findBackgrounds(samples.map(({ root }) => root)).map((src) =>
    Object.assign(new Image(), { src }).decode(),
  );
  await budget.allows(Promise.allSettled([...images, ...backgrounds]));
  // Layout requests the fonts that it needs.
  document.body.getBoundingClientRect();
  await budget.allows(document.fonts.ready);
}

function findBackgrounds(roots: readonly ShadowRoot[]): string[] {
  const elements = roots.flatMap((root) => [...root.querySelectorAll('*')]);
  const images = elements.map((element) => getComputedStyle(element).backgroundImage);
  return [
    ...new Set(
      images.flatMap((image) => Array.from(image.matchAll(/url\("([^"]+)"\)/g), ([, url = '']) => url)),
    ),
  ];
}
