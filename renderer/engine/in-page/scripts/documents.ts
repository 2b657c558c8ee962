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
  /Observer|decode|toBlob|IdleCallback|fonts|ViewTransition|attachShadow|\b(?:import|eval|Function)\b/;

const IS_DATA = /json|template|text\/(?:plain|x-)/i;

/** `frames`: a script may need a frame without asking for one by `requestAnimationFrame`. */
export type ScriptUse = 'none' | 'plain' | 'frames';

export function findScriptUse(documents: readonly PageDocument[]): ScriptUse {
  let use: ScriptUse = 'none';
  for (const { document } of documents) {
    const handlers = Array.from(
      document.querySelectorAll('[onload]'),
      (element) => element.getAttribute('onload') ?? '',
    );
    const scripts = Array.from(document.scripts).filter(({ type }) => !IS_DATA.test(type));
    if (handlers.length + scripts.length > 0) use = 'plain';
    const codes = [...handlers, ...scripts.map(({ text }) => text)];
    const isLoaded = scripts.some(({ src, type }) => src !== '' || type === 'module');
    if (isLoaded || codes.some((code) => USES_FRAMES.test(code))) return 'frames';
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
