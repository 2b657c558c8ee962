import { describe, expect, it } from 'vitest';
import { BodyBudget } from '../../../renderer/container/image/body-budget.ts';

describe('the memory for bodies', () => {
  it('takes one body of any size', () => {
    const budget = new BodyBudget(100);
    expect(budget.hasRoomFor(1_000)).toBe(true);
    const share = budget.open();
    expect([share.grow(600), share.grow(600)]).toEqual([true, true]);
  });

  it('takes others beside it as far as they fit', () => {
    const budget = new BodyBudget(100);
    budget.open().grow(60);
    expect([budget.hasRoomFor(40), budget.hasRoomFor(41)]).toEqual([true, false]);
    const second = budget.open();
    expect([second.grow(40), second.grow(1)]).toEqual([true, false]);
  });

  it('is whole again when a body is released, however often that is said', () => {
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
