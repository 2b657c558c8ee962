/**
 * RenderDocument sets up a new frame for every document, which costs 4 ms; window and globals are new without it too.
 * LocalNetworkAccessChecks treats the first document of a page differently from later ones; a proxy or the network
 * decides what a page may reach. Chromium obeys only the last `--disable-features`, so a launcher that adds its own
 * must include these.
 */
export const UNWANTED_FEATURES = 'RenderDocument,LocalNetworkAccessChecks';

/** Flags for a Chromium that prints: no background requests, and glyphs at their true widths, not on screen pixels. */
export const PRINTING_FLAGS: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-quic',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  '--font-render-hinting=none',
  // Megabytes that a page's scripts may hold. At more, Chromium ends that page only.
  '--js-flags=--max-old-space-size=1024',
  `--disable-features=${UNWANTED_FEATURES}`,
];
