/** Chromium shrinks content that is wider than its page, by this factor at most. */
export const MAX_SHRINK = 1.5;
