import type { Answer, Client } from '../support/client.js';
import { answered } from '../support/views.js';

/** What stands in a path where an id should be, and is the id of nothing. */
const ODD_IDS = [
  ...[
    '0',
    '-1',
    '1.5',
    '1e0',
    '0x1',
    '+1',
    '%201',
    'one',
    '1;1',
    "1'--",
    '%00',
    '%2F',
    '%E2%98%83',
  ],
  ...['999999', '9007199254740991', '9007199254740992', '99999999999999999999'],
];

/** Declares that an operation takes an id of nothing for a thing that does not exist. */
export function notFoundByOddIds(
  thing: string,
  call: (id: string) => { client: Client; method: string; path: string; body?: object },
): void {
  it.each(ODD_IDS)('finds nothing under the id %s', async (id) => {
    const { client, method, path, body } = call(id);
    const answer: Answer = await client.send(method, path, body);
    expect(answer).toEqual(answered(404, { message: `404 ${thing} Not Found` }));
  });
}
