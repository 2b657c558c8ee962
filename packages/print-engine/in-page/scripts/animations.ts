/** Animations in SVG that have an end are over by then. Most durations divide this week. */
const SVG_END_SECONDS = 604_800;

const SVG_ANIMATIONS = 'animate, animateMotion, animateTransform, set';

/**
 * Animations and transitions that end are put at their end, endless ones are removed: what moves for ever has
 * no state of its own that could be printed. Paused animations stay as they are.
 * @returns whether one was put at its end, after which the document may start others
 */
export function restAnimations(roots: readonly DocumentOrShadowRoot[]): boolean {
  let hasEnded = false;
  for (const root of roots) {
    for (const animation of root.getAnimations()) {
      if (!hasClock(animation)) hasEnded = restScrolled(animation) || hasEnded;
      else if (animation.playState === 'running') hasEnded = rest(animation) || hasEnded;
    }
  }
  return hasEnded;
}

/**
 * Paper is not scrolled, so an animation that scrolling drives gets a clock and is put at its end. Where that is invisible, because the
 * element would leave the window, it is removed.
 */
function restScrolled(animation: Animation): boolean {
  if (animation.playState === 'paused' || animation.timeline === null) return false;
  animation.timeline = document.timeline;
  const hasEnded = rest(animation);
  if (isInvisible(animation.effect)) animation.cancel();
  return hasEnded;
}

function isInvisible(effect: AnimationEffect | null): boolean {
  const { target = null, pseudoElement = null }: Partial<KeyframeEffect> = effect ?? {};
  if (target === null) return false;
  const { opacity, visibility } = getComputedStyle(target, pseudoElement);
  return Number(opacity) === 0 || visibility === 'hidden';
}

/** The class differs between frames, but not its name. */
const hasClock = ({ timeline }: Animation): boolean =>
  Object.prototype.toString.call(timeline) === '[object DocumentTimeline]';

function rest(animation: Animation): boolean {
  try {
    animation.finish();
    return true;
  } catch {
    // Without an end, or with a playback rate of 0.
    animation.cancel();
    return false;
  }
}

export function restSvgAnimations(root: Document | ShadowRoot): void {
  if (root.querySelector(SVG_ANIMATIONS) === null) return;
  for (const svg of root.querySelectorAll('svg')) {
    if (svg.ownerSVGElement !== null) continue;
    svg.pauseAnimations();
    svg.setCurrentTime(SVG_END_SECONDS);
  }
}
