import { type ScriptWork, SIGHT_EVENT, WORK_EVENT } from '../messages.ts';
import { onWindow, page } from './pristine.ts';

/** The document's world has reported the work of all its scripts, from the first one on. */
let isReported = false;
let wantsFrames = false;
let hasShadowRoots = false;
let wantsScrolling = false;
let followsWindow = false;
let isAtEnd = false;
let requests = 0;
let pending = 0;
let announceEnd = (): void => {};

/** An event that this world sends to itself. */
const PROBE = 'probe';
let isHeard = false;

/** Returns whether the scripts of the document report their work. The scripts of its frames do not. */
export const isWorkReported = (): boolean => isReported;

/** @param isEarly before the first script of the document */
export function watchWork(isEarly: boolean): void {
  isReported = isEarly;
  wantsFrames = hasShadowRoots = wantsScrolling = followsWindow = false;
  pending = requests = 0;
  onWindow(WORK_EVENT, (event) => {
    if (event instanceof CustomEvent) note(event.detail);
  });
}

/** `document.open()` of a script removes the listener. Then nothing is reported, and words decide. */
export function requireReports(): void {
  isHeard = false;
  EventTarget.prototype.dispatchEvent.call(window, new CustomEvent(WORK_EVENT, { detail: PROBE }));
  if (!isHeard) watchWork(false);
}

function note(work: ScriptWork | typeof PROBE): void {
  if (work === PROBE) isHeard = true;
  else if (work === 'frames') wantsFrames = true;
  else if (work === 'sight') wantsFrames = followsWindow = true;
  else if (work === 'shadow') hasShadowRoots = true;
  else if (work === 'scrolling') wantsScrolling = followsWindow = true;
  else if (work === 'end') isAtEnd = true;
  else if (work === 'asks') requests += 1;
  else if (work === 'answered') requests = Math.max(0, requests - 1);
  else if (work === 'begins') pending += 1;
  else if (work === 'ends') pending = Math.max(0, pending - 1);
  if (pending === 0) announceEnd();
}

/** Returns whether scripts called something since the last look whose result comes in a frame. */
export function takeFrameWish(): boolean {
  const isWanted = wantsFrames;
  wantsFrames = false;
  return isWanted;
}

export const madeShadowRoots = (): boolean => hasShadowRoots;

/**
 * Returns whether the document must be scrolled: scripts began to listen to that since the last look.
 * @param isNamed the code of scripts that report nothing may do so
 */
export function takeScrollWish(isNamed: boolean): boolean {
  const isWanted = wantsScrolling || (isNamed && !followsWindow);
  wantsScrolling = false;
  followsWindow ||= isWanted;
  return isWanted;
}

/** Returns whether scripts may show elements only when they are in the window. */
export const dependsOnSight = (): boolean => followsWindow;

/**
 * Returns whether a script observes something at the end of the document.
 * @param isAgain the script is called again for it
 */
export function observesEnd(isAgain: boolean): boolean {
  isAtEnd = false;
  EventTarget.prototype.dispatchEvent.call(window, new CustomEvent(SIGHT_EVENT, { detail: isAgain }));
  return isAtEnd;
}

/** Returns whether a script that observes elements waits for an answer. */
export const awaitsAnswer = (): boolean => requests > 0;

/** Returns null if the browser does no work for a script. */
export function waitForWork(): Promise<void> | null {
  if (pending === 0) return null;
  const ended = new Promise<void>((resolve) => {
    announceEnd = resolve;
  });
  // Fonts are loaded by a layout.
  (page.documentElement as Element | null)?.getBoundingClientRect();
  return ended;
}
