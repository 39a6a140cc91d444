import type { Answer, Client } from '../support/client.js';
import { answered } from '../support/expected-responses.js';

/** Path segments that are not the id of anything. */
const UNKNOWN_IDS = [
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

/** Declares that an operation returns 404 for ids that do not exist and for malformed ids. */
export function returnsNotFoundForUnknownIds(
  resourceName: string,
  call: (id: string) => { client: Client; method: string; path: string; body?: object },
): void {
  it.each(UNKNOWN_IDS)('returns 404 for the id %s', async (id) => {
    const { client, method, path, body } = call(id);
    const answer: Answer = await client.send(method, path, body);
    expect(answer).toEqual(answered(404, { message: `404 ${resourceName} Not Found` }));
  });
}
