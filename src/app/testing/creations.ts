import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ForgeClient } from './forge-client.js';

/**
 * Default password. Random, because other users of the machine and web pages can find the port of a forge. All users that
 * this process creates share it, so that it is hashed only once.
 */
export const PASSWORD = randomBytes(24).toString('base64url');

/**
 * The required parameters of creations. Each call returns names that no earlier call returned. Names that must be unique
 * say that they are generated, so that names of a test do not collide with them.
 */
export class UniqueParams {
  count = 0;

  user(username = `generated-user-${this.count + 1}`) {
    const n = ++this.count;
    return {
      username,
      name: `User ${n}`,
      email: `${username}@generated.example`,
      password: PASSWORD,
    };
  }

  project() {
    return { name: `Generated project ${++this.count}` };
  }

  issue() {
    return { title: `Issue ${++this.count}` };
  }

  /** A private snippet. */
  snippet() {
    const n = ++this.count;
    return { title: `Snippet ${n}`, file_name: `${n}.txt`, code: 'x', visibility_level: 0 };
  }

  mergeRequest() {
    const n = ++this.count;
    return { title: `Change ${n}`, source_branch: `branch-${n}`, target_branch: 'master' };
  }

  label() {
    return { name: `Generated label ${++this.count}`, color: '#428BCA' };
  }

  note() {
    return { body: `Note ${++this.count}` };
  }

  /** An SSH key with its title. */
  key() {
    return { title: `Key ${++this.count}`, key: publicKey() };
  }

  email() {
    return { email: `generated-address-${++this.count}@generated.example` };
  }
}

/** @throws Error with the response unless the status is 201 */
export async function post<View extends object>(
  client: ForgeClient,
  path: string,
  given: object,
): Promise<View> {
  const { status, body } = await client.post<View>(path, given);
  if (status !== 201)
    throw new Error(`POST ${path} ${JSON.stringify(given)}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/**
 * Creates a resource and adds its path below `/api/v3` as `at`.
 * @throws Error with the response unless the status is 201
 */
export async function create<View extends object>(
  client: ForgeClient,
  path: string,
  given: object,
): Promise<View & { id: number; at: string }> {
  const body = await post<View & { id: number }>(client, path, given);
  return { ...body, at: `${path}/${body.id}` };
}

/** Returns the private token of a user through sudo, because a session would verify the password. */
export async function tokenOf(admin: ForgeClient, user: { id: number }): Promise<string> {
  const { body } = await admin.get<{ private_token: string }>('/user', { sudo: user.id });
  return body.private_token;
}

function publicKey(): string {
  const der = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' });
  const parts = [Buffer.from('ssh-ed25519'), der.subarray(-32)].flatMap((part) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(part.length);
    return [length, part];
  });
  return `ssh-ed25519 ${Buffer.concat(parts).toString('base64')}`;
}
