import { BodyMemory, FREE, type HeldBody } from './body-memory.js';

const KIB = 1_024;
const MIB = 1_048_576;

const stranger = (key: string) => ({ key, isStranger: true });
const user = (id: number) => ({ key: `user ${id}`, isStranger: false });

function holdOf(memory: BodyMemory, owner: HeldBody['owner']): HeldBody {
  const body = memory.hold();
  body.owner = owner;
  return body;
}

/** How many bodies of 64 KiB fit. Their first KiB is not counted. */
function countFitting(memory: BodyMemory, ownerOf: (n: number) => HeldBody['owner']): number {
  for (let n = 0; ; n += 1) if (!holdOf(memory, ownerOf(n)).resize(64 * KIB)) return n;
}

describe('BodyMemory', () => {
  it('refuses bytes beyond the budget until others are released', () => {
    const memory = new BodyMemory(100);
    const [first, second] = [memory.hold(), memory.hold()];
    const sizes = [first.resize(FREE + 60), second.resize(FREE + 40), second.resize(FREE + 41)];
    expect(sizes).toEqual([true, true, false]);
    first.release();
    expect(second.resize(FREE + 100)).toBe(true);
  });

  it('keeps a part of the budget for small bodies', () => {
    const memory = new BodyMemory(4 * MIB);
    const large = memory.hold();
    expect([large.resize(3 * MIB), large.resize(3 * MIB + 2 * KIB)]).toEqual([true, false]);
    expect(memory.hold().resize(10_000)).toBe(true);
  });

  it('releases a body once', () => {
    const memory = new BodyMemory(100);
    const [first, second] = [memory.hold(), memory.hold()];
    first.resize(FREE + 50);
    second.resize(FREE + 50);
    first.release();
    first.release();
    const sizes = [memory.hold().resize(FREE + 51), memory.hold().resize(FREE + 50)];
    expect(sizes).toEqual([false, true]);
  });

  it('accepts the first 1,024 bytes of a body when the budget is used up', () => {
    const memory = new BodyMemory(100);
    expect(memory.hold().resize(FREE + 100)).toBe(true);
    expect([memory.hold().resize(FREE), memory.hold().resize(FREE + 1)]).toEqual([true, false]);
  });

  it('gives strangers of one address a sixteenth of the budget, all strangers a quarter, and users the rest', () => {
    const memory = new BodyMemory(64 * MIB);
    expect(countFitting(memory, () => stranger('192.0.2.1'))).toBe(65);
    expect(countFitting(memory, (n) => stranger(`192.0.2.${2 + n}`))).toBeGreaterThan(190);
    expect(holdOf(memory, stranger('198.51.100.1')).resize(64 * KIB)).toBe(false);
    expect(countFitting(memory, user)).toBeGreaterThan(750);
  });

  it('gives one user half of the budget, and another user the rest', () => {
    const memory = new BodyMemory(64 * MIB);
    expect(countFitting(memory, () => user(1))).toBe(520);
    expect(countFitting(memory, () => user(2))).toBe(520);
  });

  it('gives one user a body of the largest size, which is half of the budget, again after its release', () => {
    const memory = new BodyMemory(4 * MIB);
    const [first, second] = [holdOf(memory, user(1)), holdOf(memory, user(1))];
    expect([first.resize(2 * MIB), second.resize(2 * MIB)]).toEqual([true, false]);
    first.release();
    expect(second.resize(2 * MIB)).toBe(true);
  });

  it('gives a stranger the bytes that another one releases', () => {
    const memory = new BodyMemory(64 * KIB);
    const [first, second] = [1, 2].map(() => holdOf(memory, stranger('a')));
    expect([first.resize(64 * KIB), second.resize(64 * KIB)]).toEqual([true, false]);
    first.release();
    expect(second.resize(64 * KIB)).toBe(true);
  });
});
