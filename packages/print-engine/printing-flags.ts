/**
 * RenderDocument makes a new frame for every document, which costs 4 ms. LocalNetworkAccessChecks treats the
 * first document of a page differently. The others are of a full Chromium: it would start two more processes for the
 * address bar of each window, and a spare one after each navigation. Chromium obeys only the last `--disable-features`,
 * so a launcher that adds its own must include these.
 */
export const UNWANTED_FEATURES = [
  'RenderDocument',
  'LocalNetworkAccessChecks',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
].join(',');

/** No background requests, and glyphs at their true widths instead of whole pixels. */
export const PRINTING_FLAGS: readonly string[] = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-domain-reliability',
  '--disable-sync',
  '--disable-quic',
  '--no-default-browser-check',
  '--no-first-run',
  '--no-pings',
  // `navigator.language` on every machine. With LANG=C, Chromium's own is not a valid language tag.
  '--lang=en-US',
  '--accept-lang=en-US',
  '--font-render-hinting=none',
  // Only what ends Chromium. Its main process would write each error of a page, at any length, while all pages wait for it.
  '--log-level=3',
  // Megabytes for a page's scripts. Chromium ends only a page that needs more.
  '--js-flags=--max-old-space-size=1024',
  `--disable-features=${UNWANTED_FEATURES}`,
  // Otherwise a cookie is also sent to other ports of its host.
  '--enable-features=EnablePortBoundCookies,EnableSchemeBoundCookies',
];
