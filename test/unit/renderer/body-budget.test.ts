import { describe, expect, test } from 'vitest';
import { BodyBudget } from '../../../renderer/container/image/body-budget.ts';

describe('BodyBudget', () => {
  test('allows one body of any size', () => {
    const budget = new BodyBudget(100);
    expect(budget.hasRoomFor(1_000)).toBe(true);
    const allowance = budget.open();
    expect([allowance.grow(600), allowance.grow(600)]).toEqual([true, true]);
  });

  test('allows further bodies while they fit', () => {
    const budget = new BodyBudget(100);
    budget.open().grow(60);
    expect([budget.hasRoomFor(40), budget.hasRoomFor(41)]).toEqual([true, false]);
    const second = budget.open();
    expect([second.grow(40), second.grow(1)]).toEqual([true, false]);
  });

  test('frees the bytes of a released body once', () => {
    const budget = new BodyBudget(100);
    const [first, second] = [budget.open(), budget.open()];
    first.grow(60);
    second.grow(30);
    first.release();
    first.release();
    expect([budget.hasRoomFor(70), budget.hasRoomFor(71)]).toEqual([true, false]);
    expect(first.grow(1)).toBe(false);
  });
});
