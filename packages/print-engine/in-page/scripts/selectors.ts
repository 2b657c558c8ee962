import type { ElementWait, InvalidSelector } from '../messages.ts';
import { page } from './pristine.ts';

const LOOK_INTERVAL_MS = 50;

function isSelector(text: string): boolean {
  try {
    page.createDocumentFragment().querySelector(text);
    return true;
  } catch {
    return false;
  }
}

export function findSelectorProblem({ selector, field }: ElementWait): InvalidSelector | null {
  if (!isSelector(selector)) return { field, problem: 'is not a valid CSS selector' };
  // `:not()` accepts every selector but those with a pseudo-element.
  if (!isSelector(`:not(${selector})`))
    return { field, problem: 'selects a pseudo-element; select an element instead' };
  return null;
}

export async function waitForElement({ selector, visible }: ElementWait): Promise<void> {
  const isThere = () =>
    visible
      ? Array.from(page.querySelectorAll(selector)).some(isVisible)
      : page.querySelector(selector) !== null;
  await new Promise<void>((resolve) => {
    const look = () => {
      if (!isThere()) return;
      clearInterval(timer);
      resolve();
    };
    // A style can show an element without a mutation, and `document.open()` ends every observer.
    const timer = setInterval(look, LOOK_INTERVAL_MS);
    new MutationObserver(look).observe(document, { attributes: true, childList: true, subtree: true });
    look();
  });
}

function isVisible(element: Element): boolean {
  const { width, height } = Element.prototype.getBoundingClientRect.call(element);
  return (
    width > 0 && height > 0 && Element.prototype.checkVisibility.call(element, { visibilityProperty: true })
  );
}
