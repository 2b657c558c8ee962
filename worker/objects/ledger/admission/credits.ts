import { dayOf } from '../counts/day.ts';
import type { Account, Usage } from '../protocol.ts';

export interface Balance {
  /** In UTC, written `2026-11`. */
  readonly month: string;
  readonly quotaUsed: number;
  /** Purchased credits. They are spent after the quota and do not expire (contract 4.4). */
  readonly credits: number;
}

export const monthOf = (now: number): string => dayOf(now).slice(0, 7);

/** A new month starts with an unused quota. */
export const inMonth = (balance: Balance, now: number): Balance =>
  balance.month === monthOf(now) ? balance : { ...balance, month: monthOf(now), quotaUsed: 0 };

export const remainingOf = (balance: Balance, quotaLimit: number): number =>
  Math.max(0, quotaLimit - balance.quotaUsed) + balance.credits;

/** Spends the month's quota first, then purchased credits. */
export function spendOne(balance: Balance, quotaLimit: number): Balance {
  if (balance.quotaUsed >= quotaLimit && balance.credits > 0) {
    return { ...balance, credits: balance.credits - 1 };
  }
  return { ...balance, quotaUsed: balance.quotaUsed + 1 };
}

export const usageOf = (balance: Balance, quotaLimit: number): Usage => ({
  remaining: remainingOf(balance, quotaLimit),
  quotaUsed: balance.quotaUsed,
  quotaLimit,
});

export const accountOf = (balance: Balance, quotaLimit: number): Account => ({
  ...usageOf(balance, quotaLimit),
  credits: balance.credits,
});

/** The start of the next month (UTC), in epoch milliseconds. */
export function nextMonthAt(now: number): number {
  const date = new Date(now);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

export const secondsToNextMonth = (now: number): number => Math.ceil((nextMonthAt(now) - now) / 1000);

/** Credits are low when this part of the month's quota is left (contract 10.6). */
const LOW_SHARE = 0.1;

export const ENOUGH = 0;
const LOW = 1;
const NONE = 2;

/** Rises when credits become low, and when they run out. */
export function creditLevelOf(balance: Balance, quotaLimit: number): number {
  const remaining = remainingOf(balance, quotaLimit);
  if (remaining === 0) return NONE;
  return remaining <= quotaLimit * LOW_SHARE ? LOW : ENOUGH;
}
