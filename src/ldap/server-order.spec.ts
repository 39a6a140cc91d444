import { ServerOrder } from './server-order.js';

const MINUTE_MS = 60_000;

describe('The order of the servers of a directory', () => {
  let now: number;
  let order: ServerOrder;

  beforeEach(() => {
    now = 0;
    order = new ServerOrder(['first', 'second', 'third'], () => now);
  });

  it('is that of the settings at the start', () => {
    expect(order.forSession()).toEqual(['first', 'second', 'third']);
    expect(order.current).toEqual(['first', 'second', 'third']);
  });

  it('starts with the server that answered last', () => {
    order.answered('third');
    expect(order.forSession()).toEqual(['third', 'first', 'second']);
    expect(order.current).toEqual(['third', 'first', 'second']);
    order.answered('second');
    expect(order.forSession()).toEqual(['second', 'first', 'third']);
  });

  it('lets one session a minute try the first server of the settings, then the one that answered last', () => {
    order.answered('third');
    now += MINUTE_MS - 1;
    expect(order.forSession()).toEqual(['third', 'first', 'second']);
    now++;
    expect(order.forSession()).toEqual(['first', 'third', 'second']);
    expect(order.current).toEqual(['third', 'first', 'second']);
    order.answered('third');
    expect(order.forSession()).toEqual(['third', 'first', 'second']);
    now += MINUTE_MS;
    expect(order.forSession()).toEqual(['first', 'third', 'second']);
    order.answered('first');
    expect(order.forSession()).toEqual(['first', 'second', 'third']);
  });

  it('stays with the first server when an attempt that began on another one ends after the return', () => {
    order.answered('second');
    const [before] = order.current;
    now += MINUTE_MS;
    expect(order.forSession()[0]).toBe('first');
    order.answered('first', before);
    order.answered('second', before);
    expect(order.current).toEqual(['first', 'second', 'third']);
    // An attempt that began later has found out something new.
    order.answered('second', 'first');
    expect(order.current).toEqual(['second', 'first', 'third']);
  });

  it('does not change with a single server', () => {
    const single = new ServerOrder(['only'], () => now);
    single.answered('only');
    now += MINUTE_MS;
    expect(single.forSession()).toEqual(['only']);
  });
});
