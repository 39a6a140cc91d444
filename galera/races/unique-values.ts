import { sshKey } from '../../torture/clients/contents.js';
import type { Race } from './race.js';
import { POST, PUT, type Rivals } from './rivals.js';

/** What a unique index or a counter of the database decides. */
export const UNIQUE_VALUES: readonly Race[] = [
  {
    name: 'two users with one username',
    isSlow: true,
    begin: (rivals) =>
      round(async () => {
        const username = rivals.unique();
        const user = (email: string) => ({
          ...{ ...POST, path: '/users' },
          body: { username, name: 'N', email, password: 'correct-horse', confirm: false },
        });
        await rivals.both(user(`${username}@a.example`), user(`${username}@b.example`));
        return `users WHERE username_key = '${username}'`;
      }, rivals),
  },
  {
    name: 'one address of two users',
    begin: (rivals) =>
      ofTwoUsers(rivals, 'emails', () => {
        const email = `${rivals.unique()}@race.example`;
        return { body: { email }, rows: `emails WHERE email = '${email}'` };
      }),
  },
  {
    name: 'one key of two users',
    begin: (rivals) =>
      ofTwoUsers(rivals, 'keys', () => {
        const title = rivals.unique();
        const body = { title, key: sshKey(rivals.random) };
        return { body, rows: `ssh_keys WHERE title = '${title}'` };
      }),
  },
  {
    name: 'two identities of one user at one provider',
    begin: async (rivals) => {
      const { id } = await rivals.person();
      return round(async () => {
        const provider = rivals.unique();
        const link = (extern_uid: string) => ({
          ...{ ...PUT, path: `/users/${id}`, body: { provider, extern_uid } },
        });
        await rivals.both(link('one'), link('other'));
        return `identities WHERE user_id = ${id} AND provider = '${provider}'`;
      }, rivals);
    },
  },
  {
    name: 'two labels with one name',
    begin: async (rivals) => {
      const project = `/projects/${rivals.project}`;
      const issue = await rivals.create({
        ...{ ...POST, path: `${project}/issues`, body: { title: 'Race' } },
      });
      return round(async () => {
        const name = rivals.unique();
        await rivals.both(
          { ...POST, path: `${project}/labels`, body: { name, color: '#D9534F' } },
          { ...PUT, path: `${project}/issues/${issue}`, body: { labels: name } },
        );
        return `labels WHERE project_id = ${rivals.project} AND name_key = '${name}'`;
      }, rivals);
    },
  },
  {
    name: 'one Idempotency-Key twice',
    begin: (rivals) =>
      round(async () => {
        const title = rivals.unique();
        const path = `/projects/${rivals.project}/issues`;
        const call = { ...POST, path, body: { title }, key: `key-of-${title}` };
        await rivals.both(call, call);
        return `issues WHERE title = '${title}'`;
      }, rivals),
  },
  {
    name: 'two projects with one path',
    begin: (rivals) =>
      round(async () => {
        const name = rivals.unique();
        const call = { ...POST, path: '/projects', body: { name } };
        await rivals.both(call, call);
        return `projects WHERE name = '${name}'`;
      }, rivals),
  },
  {
    name: 'two issues with one number',
    begin: (rivals) =>
      round(async () => {
        const path = `/projects/${rivals.project}/issues`;
        const call = { ...POST, path, body: { title: 'Race' } };
        await rivals.both(call, call);
        return `issues WHERE project_id = ${rivals.project} GROUP BY iid ORDER BY n DESC LIMIT 1`;
      }, rivals),
  },
];

/** @param send returns the rows of which there may be one */
function round(send: () => Promise<string>, rivals: Rivals): Promise<() => Promise<boolean>> {
  return Promise.resolve(
    async () => (await rivals.number(`SELECT COUNT(*) AS n FROM ${await send()}`)) > 1,
  );
}

async function ofTwoUsers(
  rivals: Rivals,
  what: string,
  next: () => { body: Record<string, unknown>; rows: string },
): Promise<() => Promise<boolean>> {
  const [one, other] = [await rivals.person(), await rivals.person()];
  // Full accounts would refuse the next round.
  const clear = (user: number) =>
    rivals.run(
      what === 'keys'
        ? `DELETE FROM ssh_keys WHERE user_id = ${user}`
        : `DELETE e, t FROM emails e JOIN user_terms t ON t.email_id = e.id
            WHERE e.user_id = ${user} AND e.is_primary = 0`,
    );
  return round(async () => {
    await clear(one.id);
    await clear(other.id);
    const { body, rows } = next();
    const add = (user: number) => ({ ...POST, path: `/users/${user}/${what}`, body });
    await rivals.both(add(one.id), add(other.id));
    return rows;
  }, rivals);
}
