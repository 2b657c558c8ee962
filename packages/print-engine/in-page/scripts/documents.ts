import { pristine } from './pristine.ts';

/** A document of the page: the main one, or that of a frame with the same origin. */
export interface PageDocument {
  readonly window: Window;
  readonly document: Document;
}

/** Frames of another origin cannot be read. */
export function findDocuments(top: Window = window): PageDocument[] {
  const found: PageDocument[] = [];
  const visit = (view: Window | undefined) => {
    if (!view) return;
    try {
      found.push({ window: view, document: pristine(view.document) });
    } catch {
      return;
    }
    for (let index = 0; index < view.length; index += 1) visit(view[index]);
  };
  visit(top);
  return found;
}

/** Code that can observe the page, decode images or load more code: what it changes needs frames. */
const USES_FRAMES =
  /Observer|decode|toBlob|convertToBlob|IdleCallback|fonts|ViewTransition|attachShadow|\b(?:import|eval|Function)\b/;

const IS_DATA = /json|template|text\/(?:plain|x-)/i;

/** Code that can encode a canvas as an image, which Chromium does in idle time. */
const ENCODES = /toBlob|convertToBlob/;

export interface ScriptUse {
  readonly hasScripts: boolean;
  /** A script may need a frame without asking for one by `requestAnimationFrame`. */
  readonly needsFrames: boolean;
  readonly mayEncode: boolean;
}

export const NO_SCRIPTS: ScriptUse = { hasScripts: false, needsFrames: false, mayEncode: false };

/** Scripts that are loaded cannot be read, so they may do anything. */
export function findScriptUse(documents: readonly PageDocument[]): ScriptUse {
  let use = NO_SCRIPTS;
  for (const { document } of documents) {
    const handlers = Array.from(
      document.querySelectorAll('[onload]'),
      (element) => element.getAttribute('onload') ?? '',
    );
    const scripts = Array.from(document.scripts).filter(({ type }) => !IS_DATA.test(type));
    const codes = [...handlers, ...scripts.map(({ text }) => text)];
    const isLoaded = scripts.some(({ src, type }) => src !== '' || type === 'module');
    const uses = (pattern: RegExp) => isLoaded || codes.some((code) => pattern.test(code));
    use = {
      hasScripts: use.hasScripts || codes.length > 0,
      needsFrames: use.needsFrames || uses(USES_FRAMES),
      mayEncode: use.mayEncode || uses(ENCODES),
    };
  }
  return use;
}

/** Slow: 3 ms for 1,000 elements. Closed shadow roots cannot be found. */
export function findShadowRoots(root: Document | ShadowRoot): ShadowRoot[] {
  // A form has no shadow root, but a field of it may have the name `shadowRoot`.
  return Array.from(root.querySelectorAll(':not(form)')).flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot, ...findShadowRoots(shadowRoot)] : [],
  );
}
