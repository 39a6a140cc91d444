import type { Forge } from '../support/app.js';
import type { Answer } from '../support/client.js';
import { answered } from '../support/expected-responses.js';
import type { DirectoryServer, Person } from '../support/slapd.js';

export const PASSWORD = 'a password of the directory';

/** The body of a user in a response. */
export interface SignedIn {
  id: number;
  username: string;
  name: string;
  email: string;
  state: string;
  is_admin: boolean;
  external: boolean;
  private_token: string;
  identities: { provider: string; extern_uid: string }[];
}

export const signIn = (
  { anonymous }: Forge,
  login: string,
  password = PASSWORD,
): Promise<Answer<SignedIn>> => anonymous.post<SignedIn>('/session', { login, password });

export const REFUSED = answered(401, { message: '401 Unauthorized' });
export const UNAVAILABLE = answered(503, { message: '503 Service Unavailable' });

/** Adds an entry with the password that `signIn` sends. Returns its DN. */
export const addPerson = (server: DirectoryServer, person: Person): Promise<string> =>
  server.person({ password: PASSWORD, ...person });

/** Like `addPerson`, as Active Directory has it. */
export const addActiveDirectoryUser = (server: DirectoryServer, person: Person): Promise<string> =>
  server.activeDirectoryUser({ password: PASSWORD, ...person });

/** The usernames of all users. */
export async function usernamesOf({ root }: Forge): Promise<string[]> {
  const { body } = await root.get<{ username: string }[]>('/users?per_page=100');
  return body.map(({ username }) => username).sort();
}
