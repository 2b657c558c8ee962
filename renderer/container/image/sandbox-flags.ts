export const proxyFlag = (proxyPort: number): string => `--proxy-server=http://127.0.0.1:${proxyPort}`;

/** About the proxy flags: https://chromium.googlesource.com/chromium/src/+/main/net/docs/proxy.md */
export const sandboxFlags = (proxyPort: number): readonly string[] => [
  proxyFlag(proxyPort),
  // Without this flag, Chromium connects to loopback without the proxy.
  '--proxy-bypass-list=<-loopback>',
  // Names are resolved by the proxy, which checks the addresses.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--dns-prefetch-disable',
  '--disable-quic',
  // WebRTC would send UDP around the proxy. Two builds of Chromium spell the flag differently.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
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
