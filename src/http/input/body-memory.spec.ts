import { BodyMemory } from './body-memory.js';

const MIB = 1 << 20;

describe('BodyMemory', () => {
  it('refuses bytes beyond the budget until others are released', () => {
    const memory = new BodyMemory(100);
    const [first, second] = [memory.hold(), memory.hold()];
    expect([first.add(60), second.add(40), second.add(1)]).toEqual([true, true, false]);
    first.release();
    expect(second.add(60)).toBe(true);
  });

  it('keeps a part of the budget for small bodies', () => {
    const memory = new BodyMemory(4 * MIB);
    const large = memory.hold();
    expect([large.add(3 * MIB), large.add(1)]).toEqual([true, false]);
    expect(memory.hold().add(1_000)).toBe(true);
  });

  it('releases a body once', () => {
    const memory = new BodyMemory(100);
    const [first, second] = [memory.hold(), memory.hold()];
    first.add(50);
    second.add(50);
    first.release();
    first.release();
    expect([memory.hold().add(51), memory.hold().add(50)]).toEqual([false, true]);
  });
});
