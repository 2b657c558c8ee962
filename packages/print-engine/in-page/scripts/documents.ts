import { page, pristine, plain } from './pristine.ts';

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

/** Code that loads more code, which nothing reports. */
const IMPORTS = /\bimport\b/;

const IS_DATA = /json|template|text\/(?:plain|x-)/i;

/** Code that can wait for what comes into the window. */
const FOLLOWS_WINDOW = /IntersectionObserver|scroll/i;

/** Code that can encode a canvas as an image, which Chromium does in idle time. */
const ENCODES = /toBlob|convertToBlob/;

export interface ScriptUse {
  readonly hasScripts: boolean;
  /** A script may need a frame without asking for one, and nothing reports it. */
  readonly needsFrames: boolean;
  readonly mayEncode: boolean;
  /** A script that reports nothing may wait for what comes into the window. */
  readonly mayFollowWindow: boolean;
}

export const NO_SCRIPTS: ScriptUse = {
  hasScripts: false,
  needsFrames: false,
  mayEncode: false,
  mayFollowWindow: false,
};

/** @param isReported whether the scripts of the first document report their work. For the others, the words of their code decide. */
export function findScriptUse(documents: readonly PageDocument[], isReported: boolean): ScriptUse {
  const uses = documents.map(({ document }, at) => findUse(document, isReported && at === 0));
  return {
    hasScripts: uses.some(({ hasScripts }) => hasScripts),
    needsFrames: uses.some(({ needsFrames }) => needsFrames),
    mayEncode: uses.some(({ mayEncode }) => mayEncode),
    // The window of a frame is not scrolled.
    mayFollowWindow: uses[0]?.mayFollowWindow ?? false,
  };
}

/** Scripts that are loaded cannot be read, so they may do anything. */
function findUse(document: Document, isReported: boolean): ScriptUse {
  const handlers = Array.from(
    document.querySelectorAll('[onload]'),
    (element) => plain(element).getAttribute('onload') ?? '',
  );
  const scripts = Array.from(document.scripts).filter(({ type }) => !IS_DATA.test(type));
  const codes = [...handlers, ...scripts.map(({ text }) => text)];
  const isModule = scripts.some(({ type }) => type === 'module');
  const isLoaded = isModule || (!isReported && scripts.some(({ src }) => src !== ''));
  const uses = (pattern: RegExp) => isLoaded || codes.some((code) => pattern.test(code));
  return {
    hasScripts: codes.length > 0,
    needsFrames: uses(isReported ? IMPORTS : USES_FRAMES),
    mayEncode: !isReported && uses(ENCODES),
    mayFollowWindow: !isReported && uses(FOLLOWS_WINDOW),
  };
}

/** Returns the main document and, if it may have some, its shadow trees. */
export const findRoots = (mayHaveShadowRoots: boolean): (Document | ShadowRoot)[] => [
  page,
  ...(mayHaveShadowRoots ? findShadowRoots(document) : []),
];

/** Slow: 3 ms for 1,000 elements. Closed shadow roots cannot be found. */
export function findShadowRoots(root: Document | ShadowRoot): ShadowRoot[] {
  // A form has no shadow root, but a field of it may have the name `shadowRoot`.
  return Array.from(root.querySelectorAll(':not(form)')).flatMap(({ shadowRoot }) =>
    shadowRoot ? [shadowRoot, ...findShadowRoots(shadowRoot)] : [],
  );
}
