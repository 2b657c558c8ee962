import type { ServiceOptions } from '../../../scripts/local/service.ts';

export const HOSTILE_OPTIONS: Pick<ServiceOptions, 'entry' | 'env'> = {
  entry: 'test/support/hang-up-entry.ts',
  // Ends workerd when an isolate takes more heap than Cloudflare allows.
  env: { MINIFLARE_WORKERD_V8_FLAGS: '--max-heap-size=128' },
};
