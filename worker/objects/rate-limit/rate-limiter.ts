import { DurableObject } from 'cloudflare:workers';
import { RATE_WINDOW_MS } from '../../../schema/plans.ts';
import type { RateCount, RateLimiterCalls } from './protocol.ts';
import { countInWindow, type RateWindow } from './rate-window.ts';

/** Counts for one address, person or account. The object deletes its data when the window ends. */
export class RateLimiter extends DurableObject implements RateLimiterCalls {
  protected now(): number {
    return Date.now();
  }

  async count(limit: number, windowMs: number = RATE_WINDOW_MS): Promise<RateCount> {
    const now = this.now();
    const previous = (await this.ctx.storage.get<RateWindow>('window')) ?? null;
    const { window, ...answer } = countInWindow(previous, limit, now, windowMs);
    if (previous?.startedAt !== window.startedAt) {
      await this.ctx.storage.setAlarm(window.startedAt + windowMs);
    }
    if (answer.allowed) await this.ctx.storage.put('window', window);
    return answer;
  }

  async uncount(): Promise<void> {
    const window = await this.ctx.storage.get<RateWindow>('window');
    if (window === undefined || window.count === 0) return;
    await this.ctx.storage.put('window', { ...window, count: window.count - 1 });
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
