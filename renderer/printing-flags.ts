/**
 * RenderDocument makes Chromium set up a frame anew for each document, at 4 ms; a page's window and
 * globals are new without it too. The local-network check answers differently for the first document of a
 * page and for later ones; what a page may reach is for a proxy to decide, or for the network.
 * Of several such switches the last one counts, and Miniflare brings its own.
 */
export const UNWANTED_FEATURES = 'RenderDocument,LocalNetworkAccessChecks';

/** No calls home; glyphs placed at their true widths instead of on the pixels of a screen. */
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
  // What a page's scripts may hoard before the page, and only the page, is ended.
  '--js-flags=--max-old-space-size=1024',
  `--disable-features=${UNWANTED_FEATURES}`,
];
