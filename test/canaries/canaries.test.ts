import { Canaries } from './canaries.js';

describe('the search for canaries', () => {
  const SECRET = 'a secret/with+signs';
  const BYTES = Buffer.from(SECRET);

  it.each([
    ['plain', `before ${SECRET} after`],
    ['encoded', `?private_token=${encodeURIComponent(SECRET)}&page=1`],
    ['base64', JSON.stringify({ raw: BYTES.toString('base64') })],
    ['hex', BYTES.toString('hex')],
  ])('finds a secret in the form %s', (form, text) => {
    const canaries = new Canaries();
    canaries.plant('token', SECRET);
    canaries.watch('a log line', text);
    canaries.watch('another', 'nothing');
    expect(canaries.leaks()).toEqual([{ secret: 'token', place: 'a log line', form }]);
  });

  it('finds nothing where nothing is', () => {
    const canaries = new Canaries();
    canaries.plant('token');
    canaries.watch('a log line', 'canary-token-');
    expect(canaries.leaks()).toEqual([]);
  });
});
