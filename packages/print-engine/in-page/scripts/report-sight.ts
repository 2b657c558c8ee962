import { SIGHT_EVENT } from '../messages.ts';
import { apply, construct, methodOf, replace, report } from './own-world.ts';

/** What observers look at, by observer. */
const targetsOf = new Map<unknown, Set<unknown>>();

const { prototype } = IntersectionObserver;
const observe = methodOf(prototype, 'observe');
const unobserve = methodOf(prototype, 'unobserve');
const getBox: (this: unknown) => DOMRect = Reflect.get(Element.prototype, 'getBoundingClientRect');

const isShown = methodOf(Element.prototype, 'checkVisibility');
const listen = methodOf(EventTarget.prototype, 'addEventListener');
const onSight = ({ detail }: CustomEvent<boolean>): void => lookAtEnd(detail);

function observeTarget(this: unknown, target: unknown, ...values: unknown[]): unknown {
  const result = apply(observe, this, [target, ...values]);
  report('sight');
  const targets = targetsOf.get(this) ?? new Set();
  targetsOf.set(this, targets.add(target));
  // The listeners of a document end when it is opened again.
  apply(listen, window, [SIGHT_EVENT, onSight]);
  countRequests();
  return result;
}

function unobserveTarget(this: unknown, target: unknown, ...values: unknown[]): unknown {
  targetsOf.get(this)?.delete(target);
  return apply(unobserve, this, [target, ...values]);
}

/** Observers see the whole document. The engine hears of them, and of requests of scripts that use them. */
export function reportSight(): void {
  seeWholeDocument();
  replace(prototype, 'observe', () => observeTarget);
  replace(prototype, 'unobserve', () => unobserveTarget);
  replace(
    prototype,
    'disconnect',
    (original) =>
      function method() {
        targetsOf.delete(this);
        return apply(original, this, []);
      },
  );
}

/** In CSS pixels. No document is as long, and Chromium can still compute with it. */
const WHOLE_DOCUMENT = '10000000px';

/** Paper shows the whole document, so each element of it is seen: what scripts show or load on scrolling is printed, and stays. */
function seeWholeDocument(): void {
  const value = new Proxy(IntersectionObserver, {
    construct: (original, [callback, options], newTarget) => {
      const margins = { rootMargin: WHOLE_DOCUMENT, scrollMargin: WHOLE_DOCUMENT };
      return construct(original, [callback, { ...options, ...margins }], newTarget);
    },
  });
  for (const [owner, name] of [
    [prototype, 'constructor'],
    [window, 'IntersectionObserver'],
  ] as const)
    Object.defineProperty(owner, name, { value, writable: true, configurable: true, enumerable: false });
}

/** In CSS pixels. A mark at the end of a list is often above a footer. */
const NEAR_END = 200;

/**
 * A script may load more when it sees the end of the document. It sees all of it at once, so it is called again for what it observes there.
 * @param isAgain if false, the engine only hears whether there is something
 */
function lookAtEnd(isAgain: boolean): void {
  const root = document.documentElement;
  const endPx = apply(getBox, root, []).bottom - NEAR_END;
  let isFound = false;
  for (const [observer, targets] of targetsOf) {
    for (const target of Array.from(targets)) {
      const { bottom } = apply(getBox, target, []);
      if (bottom < endPx || apply(isShown, target, []) !== true) continue;
      isFound = true;
      if (!isAgain) continue;
      apply(unobserve, observer, [target]);
      apply(observe, observer, [target]);
    }
  }
  if (isFound) report('end');
}

const answered = (): void => report('answered');

let isCounting = false;

function countRequests(): void {
  if (isCounting) return;
  isCounting = true;
  const then = methodOf(Promise.prototype, 'then');
  replace(
    window,
    'fetch',
    (original) =>
      function fetch(...values) {
        report('asks');
        const answer = apply(original, this, values);
        void apply(then, answer, [answered, answered]);
        return answer;
      },
  );
  replace(
    XMLHttpRequest.prototype,
    'send',
    (original) =>
      function send(...values) {
        report('asks');
        apply(listen, this, ['loadend', answered, { once: true }]);
        return apply(original, this, values);
      },
  );
}
