import { Input } from '../input/input.js';
import { PageParams } from './page.js';

const query = (page: number) => new Input(PageParams, (name) => ({ page })[name], true).read();

describe('the parameters of queries', () => {
  it('are kept for the next request with the same query', () => {
    expect(query(1)).toMatchObject({ page: 1 });
    expect(query(1)).toBe(query(1));
  });

  it('are forgotten after 200 other queries, so that they do not fill the memory', () => {
    const first = query(1);
    for (let page = 2; page <= 201; page++) query(page);
    expect(query(1)).not.toBe(first);
    expect(query(1)).toEqual(first);
  });

  it('are not kept if the query is long', () => {
    const page = Number('1'.repeat(15));
    const text = (letters: number) =>
      new Input(PageParams, (name) => ({ cursor: 'x'.repeat(letters), page })[name], true).read();
    expect(text(10)).toBe(text(10));
    expect(text(300)).not.toBe(text(300));
  });
});
