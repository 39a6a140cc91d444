import type { FastifyRequest } from 'fastify';
import { parameter } from './input.js';

const request = (query: object) => ({ query }) as FastifyRequest;

describe('parameter', () => {
  it.each([
    ['state=a', { state: 'a' }, 'a'],
    ['state[]=a', { 'state[]': 'a' }, ['a']],
    ['state[x][y]=a', { 'state[x][y]': 'a' }, {}],
    ['state[]=', { 'state[]': '' }, ''],
    ['state[x]=&state[y]=a', { 'state[x]': '', 'state[y]': 'a' }, ''],
    ['states=a', { states: 'a', 'states[]': 'a' }, undefined],
  ])('is found in the query %s', (_, query, value) => {
    expect(parameter(request(query), 'state')).toEqual(value);
  });

  it('is found under a name with brackets', () => {
    expect(parameter(request({ 'iid[][x]': 'a' }), 'iid[]')).toEqual({});
    expect(parameter(request({ 'iid[]': 'a' }), 'iid[]')).toBe('a');
  });

  it('reads the names of a query once, for however many parameters', () => {
    let reads = 0;
    const ownKeys = (target: object) => {
      reads++;
      return Reflect.ownKeys(target);
    };
    const long = request(new Proxy({ aa: '', ab: '', 'ac[]': '' }, { ownKeys }));
    for (let n = 0; n < 50; n++) parameter(long, `name${n}`);
    expect(reads).toBe(1);
  });
});
