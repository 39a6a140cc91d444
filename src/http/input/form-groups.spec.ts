import { separateGroups } from './form-groups.js';

describe('separateGroups', () => {
  it.each([
    [{ a: 'x', b: ['y', 'z'] }],
    [{ a: [{ id: '1', author: { name: 'n' } }] }],
    [{ a: [{ id: '1' }, { id: '2' }] }],
    [{ a: [{ id: ['1', '2'], name: 'n' }] }],
    [{ a: [{ id: ['1', '2'], name: ['n', 'm', 'o'] }] }],
    [{ a: { id: ['1', '2'] } }],
    [{ a: [{}], b: [] }],
  ])('leaves %j as it is', (form) => {
    expect(separateGroups(form)).toEqual(form);
  });

  it('makes objects of lists that are equally long', () => {
    const group = { id: ['1', '2'], author: { name: ['n', 'm'], email: ['e', 'f'] } };
    expect(separateGroups({ a: [group], b: 'x' })).toEqual({
      a: [
        { id: '1', author: { name: 'n', email: 'e' } },
        { id: '2', author: { name: 'm', email: 'f' } },
      ],
      b: 'x',
    });
  });
});
