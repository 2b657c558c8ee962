/**
 * What makes every connection of the browser go through the egress proxy, and nothing around it.
 * https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md
 */
export const wallFlags = (proxyPort: number): readonly string[] => [
  `--proxy-server=http://127.0.0.1:${proxyPort}`,
  // Chromium never sends loopback to a proxy unless it is told to.
  '--proxy-bypass-list=<-loopback>',
  // The proxy resolves: a name looked up by the browser would be an answer that nobody checked, and a leak.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--disable-quic',
  // WebRTC sends UDP past every proxy; both spellings, for the two kinds of headless Chromium.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Windows, downloads, permissions and devices are for people.
  '--block-new-web-contents',
  '--deny-permission-prompts',
  '--disable-notifications',
  '--disable-speech-api',
  '--disable-extensions',
  '--disable-plugins',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--mute-audio',
];
