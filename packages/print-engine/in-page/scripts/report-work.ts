/** Runs in the document's own world, before its scripts. They may replace these functions, which affects only their own wait. */
import type { ScriptWork } from '../messages.ts';
import { apply, methodOf, replace, report } from './own-world.ts';
import { reportSight } from './report-sight.ts';

const then = methodOf(Promise.prototype, 'then');

function reportCalls(owner: object, name: string, work: ScriptWork): void {
  replace(
    owner,
    name,
    (original) =>
      function method(...values) {
        report(work);
        return apply(original, this, values);
      },
  );
}

const end = (): void => report('ends');

/** The document gets a promise that ends as the browser's promise does. An uncaught error is still reported. */
function awaitCalls(owner: object | undefined, name: string): void {
  replace(
    owner,
    name,
    (original) =>
      function method(...values) {
        const result = apply(original, this, values);
        report('begins');
        return apply(then, result, [
          (value: unknown) => {
            end();
            return value;
          },
          (error: unknown) => {
            end();
            throw error;
          },
        ]);
      },
  );
}

/** Replaces functions whose results come in an animation frame, that work beside the scripts, or that hide elements from the engine. */
export function reportWork(): void {
  reportCalls(ResizeObserver.prototype, 'observe', 'frames');
  reportSight();
  reportScrolling();
  reportCalls(Document.prototype, 'startViewTransition', 'frames');
  reportCalls(Element.prototype, 'attachShadow', 'shadow');
  awaitCalls(HTMLImageElement.prototype, 'decode');
  awaitCalls(BaseAudioContext.prototype, 'decodeAudioData');
  awaitCalls(OffscreenCanvas.prototype, 'convertToBlob');
  awaitCalls(FontFace.prototype, 'load');
  awaitCalls(Object.getPrototypeOf(document.fonts), 'load');
  awaitCalls(window, 'createImageBitmap');
  for (const name of ['compile', 'instantiate']) awaitCalls(WebAssembly, name);
  reportBlobs();
  reportReadyFonts();
}

/** A script that listens to the scrolling of the window may show or load what comes into it. */
function reportScrolling(): void {
  replace(
    EventTarget.prototype,
    'addEventListener',
    (original) =>
      function addEventListener(type, ...values) {
        if (type === 'scroll' && (this === undefined || this === window || this === document))
          report('scrolling');
        return apply(original, this, [type, ...values]);
      },
  );
  for (const owner of [window, Document.prototype]) {
    const descriptor = Object.getOwnPropertyDescriptor(owner, 'onscroll');
    if (!descriptor) continue;
    const set = methodOf(descriptor, 'set');
    Object.defineProperty(owner, 'onscroll', {
      ...descriptor,
      set(listener) {
        report('scrolling');
        apply(set, this, [listener]);
      },
    });
  }
}

function reportBlobs(): void {
  replace(
    HTMLCanvasElement.prototype,
    'toBlob',
    (original) =>
      function toBlob(callback, ...values) {
        if (typeof callback !== 'function') return apply(original, this, [callback, ...values]);
        const onBlob = (blob: unknown): void => {
          report('ends');
          apply(callback, undefined, [blob]);
        };
        apply(original, this, [onBlob, ...values]);
        return report('begins');
      },
  );
}

/** The fonts are ready after a layout. */
function reportReadyFonts(): void {
  const fonts: object = Object.getPrototypeOf(document.fonts);
  const descriptor = Object.getOwnPropertyDescriptor(fonts, 'ready');
  if (!descriptor) return;
  const getReady = methodOf(descriptor, 'get');
  Object.defineProperty(fonts, 'ready', {
    ...descriptor,
    get() {
      const ready: unknown = apply(getReady, this, []);
      report('begins');
      void apply(then, ready, [() => report('ends')]);
      return ready;
    },
  });
}
