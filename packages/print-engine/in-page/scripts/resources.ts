import type { PageDocument } from './documents.ts';
import { plain } from './pristine.ts';
import { waitForEnd } from './waiting.ts';

const decoded = new WeakMap<HTMLImageElement, string>();

/** The addresses of images that cannot be shown. */
const broken = new WeakMap<HTMLImageElement, string>();

/** The address is compared, because a script may have replaced the picture. */
export const isBroken = (image: HTMLImageElement): boolean =>
  broken.get(image) === image.currentSrc && listAddresses(image).length > 0;

/** The address of the image, and the first of each list, also of the sources beside it. */
export function listAddresses(image: HTMLImageElement): string[] {
  const { parentElement } = image;
  const sources =
    parentElement instanceof HTMLPictureElement ? parentElement.querySelectorAll('source[srcset]') : [];
  const lists = [image, ...sources].map((element) => plain(element).getAttribute('srcset'));
  return [image.getAttribute('src'), ...lists.map((list) => list && /[^\s,]+/.exec(list)?.[0])].filter(
    (address) => typeof address === 'string',
  );
}

const isDecoded = (image: HTMLImageElement): boolean =>
  image.complete && decoded.get(image) === image.currentSrc;

/**
 * Returns null if there is nothing to wait for.
 * @param isUnseen they are not decoded: this waits for a frame, and a print decodes them itself
 */
export function waitForImages(
  documents: readonly PageDocument[],
  isUnseen: boolean,
): Promise<unknown> | null {
  const images = documents.flatMap(({ document }) => Array.from(document.images));
  const waits = [
    ...(isUnseen
      ? images.filter((image) => !image.complete).map(waitForImage)
      : images.filter((image) => !isDecoded(image)).map(decodeImage)),
    ...documents.flatMap(findPendingFrames).map(waitForFrame),
  ];
  return waits.length > 0 ? Promise.all(waits) : null;
}

/** The load event of a document that was set does not wait for its `srcdoc` frames. */
function findPendingFrames({ window: view, document }: PageDocument): HTMLIFrameElement[] {
  if (view.length === 0) return [];
  return Array.from(document.querySelectorAll('iframe')).filter((frame) => {
    const { contentDocument, loading } = frame;
    if (contentDocument === null) return false;
    return contentDocument.readyState !== 'complete' || (loading === 'lazy' && isUnvisited(frame));
  });
}

const isUnvisited = (frame: HTMLIFrameElement): boolean =>
  (frame.hasAttribute('srcdoc') || frame.hasAttribute('src')) && frame.contentDocument?.URL === 'about:blank';

async function waitForFrame(frame: HTMLIFrameElement): Promise<void> {
  frame.loading = 'eager';
  await waitForEnd(frame);
}

async function waitForImage(image: HTMLImageElement): Promise<void> {
  if (image.loading === 'lazy') image.loading = 'eager';
  if (!image.complete) await waitForEnd(image);
}

async function decodeImage(image: HTMLImageElement): Promise<void> {
  await waitForImage(image);
  const { currentSrc } = image;
  await image.decode().then(
    () => broken.delete(image),
    () => broken.set(image, currentSrc),
  );
  decoded.set(image, image.currentSrc);
}

/**
 * Returns null if no font is being loaded.
 * @param isUnseen loads all fonts, because no layout requests those that it needs
 */
export function waitForFonts(documents: readonly PageDocument[], isUnseen: boolean): Promise<unknown> | null {
  const waits: Promise<unknown>[] = [];
  for (const { document } of documents) {
    // A document without web fonts needs no layout here.
    if (document.fonts.size === 0) continue;
    if (isUnseen) for (const font of document.fonts) font.load().catch(() => {});
    else (document.documentElement as Element | null)?.getBoundingClientRect();
    if (document.fonts.status === 'loading') waits.push(document.fonts.ready);
  }
  return waits.length > 0 ? Promise.all(waits) : null;
}

export const findFailedFonts = (documents: readonly PageDocument[]): string[] =>
  documents.flatMap(({ document }) =>
    Array.from(document.fonts)
      .filter((font) => font.status === 'error')
      .map((font) => font.family),
  );
