/* global Scalar */

// Everything comes from this installation: no fonts, proxy or telemetry of others.
Scalar.createApiReference('#reference', {
  url: '/v1/openapi.json',
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  documentDownloadType: 'json',
});
