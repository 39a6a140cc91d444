import { ServerOrder } from './server-order.js';

describe('The order of the servers of a directory', () => {
  it('is that of the settings at the start, and later starts with the server that answered last', () => {
    const order = new ServerOrder(['first', 'second', 'third']);
    expect(order.current).toEqual(['first', 'second', 'third']);
    order.answered('first');
    expect(order.current).toEqual(['first', 'second', 'third']);
    order.answered('third');
    expect(order.current).toEqual(['third', 'first', 'second']);
    order.answered('second');
    expect(order.current).toEqual(['second', 'third', 'first']);
  });
});
