import { reset } from 'cloudflare:test';
import { afterAll, beforeAll, vi } from 'vitest';

// The files share an isolate, because loading the Worker takes most of a file's time. Each starts with empty storage.
beforeAll(reset);

afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
