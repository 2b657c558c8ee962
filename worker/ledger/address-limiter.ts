import { DurableObject } from 'cloudflare:workers';
import { RATE_WINDOW_MS } from '../../schema/plans.ts';
import type { RateState } from './protocol.ts';
import { countInWindow, type RateWindow } from './rate-window.ts';

export interface AddressCount {
  readonly allowed: boolean;
  readonly rate: RateState;
  readonly retryAfterSeconds: number;
}

/**
 * Counts the requests of one client address, or of one person, that no workspace's ledger counts. The
 * object empties itself when its window has ended, so neither leaves anything behind.
 */
export class AddressLimiter extends DurableObject {
  protected now(): number {
    return Date.now();
  }

  /** @param limit requests in a window of 60 s */
  async count(limit: number): Promise<AddressCount> {
    const now = this.now();
    const previous = (await this.ctx.storage.get<RateWindow>('window')) ?? null;
    const { window, ...answer } = countInWindow(previous, limit, now);
    if (previous?.startedAt !== window.startedAt) {
      await this.ctx.storage.setAlarm(window.startedAt + RATE_WINDOW_MS);
    }
    if (answer.allowed) await this.ctx.storage.put('window', window);
    return answer;
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}
