import { sshKey } from '../../torture/clients/contents.js';
import { ADMIN } from '../../bench/seed.js';
import type { Race } from './race.js';
import { DELETE, POST, PUT, type Person, type Rivals } from './rivals.js';

/** Decisions by rows that the unit of work locks, and does not have to change. */
export const DECISIONS: readonly Race[] = [
  administrators('the last two administrators demote each other', demote, demote),
  administrators('the last two administrators block each other', block, block),
  administrators('the last two administrators demote and block each other', demote, block),
  {
    name: 'an award on a note that is being deleted',
    begin: async (rivals) => {
      const notes = `${await newIssue(rivals)}/notes`;
      return async () => {
        const id = await rivals.create({ ...POST, path: notes, body: { body: 'Hums' } });
        await deleteBeside(rivals, `${notes}/${id}`, 'award_emoji', { name: 'tada' });
        return hasOrphan(rivals, 'award_emoji', 'awardable', 'Note', id, 'notes');
      };
    },
  },
  {
    name: 'an award on an issue that is being deleted',
    begin: (rivals) => onIssue(rivals, 'award_emoji', 'awardable', { name: 'tada' }),
  },
  {
    name: 'a note on an issue that is being deleted',
    begin: (rivals) => onIssue(rivals, 'notes', 'noteable', { body: 'It hums' }),
  },
  {
    name: 'two projects past projects_limit 1',
    begin: async (rivals) => {
      const { id: owner, token } = await rivals.person();
      await rivals.run(`UPDATE users SET projects_limit = 1 WHERE id = ${owner}`);
      const project = () => ({
        ...{ ...POST, path: '/projects', token, body: { name: rivals.unique() } },
      });
      return async () => {
        await rivals.both(project(), project());
        const own = `SELECT id FROM projects WHERE owner_id = ${owner} AND deleted_at IS NULL`;
        const all = await rivals.ids(own);
        for (const id of all) await rivals.send({ ...DELETE, path: `/projects/${id}` });
        return all.length > 1;
      };
    },
  },
  {
    name: 'two members of a project remove each other',
    begin: async (rivals) => {
      const [one, other] = [await rivals.person(), await rivals.person()];
      const members = `/projects/${rivals.project}/members`;
      const remove = (by: Person, user: Person) =>
        ({ ...DELETE, path: `${members}/${user.id}`, token: by.token }) as const;
      return async () => {
        for (const { id } of [one, other])
          await rivals.send({
            ...POST,
            path: members,
            body: { user_id: id, access_level: MASTER },
          });
        await rivals.both(remove(one, other), remove(other, one));
        const left = `SELECT user_id AS id FROM project_members WHERE user_id IN (${one.id}, ${other.id})`;
        return (await rivals.ids(left)).length === 0;
      };
    },
  },
  {
    name: 'two administrators replace the tokens of each other',
    begin: async (rivals) => {
      const pair = [await rivals.person(), await rivals.person()] as const;
      const [one, other] = pair;
      const reset = (by: Person, user: Person) =>
        ({ ...POST, path: `/users/${user.id}/private_token/reset`, token: by.token }) as const;
      return async () => {
        for (const { id, token } of pair)
          await rivals.run(
            `UPDATE users SET admin = 1, token_digest = SHA2('${token}', 256) WHERE id = ${id}`,
          );
        const answers = await rivals.both(reset(one, other), reset(other, one));
        await rivals.run(`UPDATE users SET admin = 0 WHERE id IN (${one.id}, ${other.id})`);
        return answers.every(({ status }) => status === 201);
      };
    },
  },
  limit('emails', 'emails WHERE is_primary = 0', (rivals) => ({
    email: `${rivals.unique()}@race.example`,
  })),
  limit('keys', 'ssh_keys WHERE TRUE', ({ random }) => ({ title: 'Race', key: sshKey(random) })),
];

const MASTER = 40;

type Change = (id: number) => { path: string; body?: Record<string, unknown> };

function demote(id: number): ReturnType<Change> {
  return { path: `/users/${id}`, body: { admin: false } };
}

function block(id: number): ReturnType<Change> {
  return { path: `/users/${id}/block` };
}

function administrators(name: string, one: Change, other: Change): Race {
  return {
    name,
    begin: async (rivals) => {
      const { id, token } = await rivals.person();
      const restore = (admin: number) =>
        rivals.run(`UPDATE users SET admin = CASE WHEN id = ${id} THEN ${admin} ELSE 1 END,
          state = 'active' WHERE id IN (${ADMIN.id}, ${id})`);
      return async () => {
        await restore(1);
        await rivals.both({ ...PUT, ...one(id) }, { ...PUT, ...other(ADMIN.id), token });
        const active = "SELECT COUNT(*) AS n FROM users WHERE admin = 1 AND state = 'active'";
        const isBroken = (await rivals.number(active)) === 0;
        await restore(0);
        return isBroken;
      };
    },
  };
}

async function newIssue(rivals: Rivals): Promise<string> {
  const path = `/projects/${rivals.project}/issues`;
  const id = await rivals.create({ ...POST, path, body: { title: 'Race' } });
  return `${path}/${id}`;
}

async function deleteBeside(
  rivals: Rivals,
  path: string,
  child: string,
  body: Record<string, unknown>,
): Promise<void> {
  await rivals.both({ ...DELETE, path }, { ...POST, path: `${path}/${child}`, body });
}

async function onIssue(
  rivals: Rivals,
  child: string,
  column: string,
  body: Record<string, unknown>,
): Promise<() => Promise<boolean>> {
  await Promise.resolve();
  return async () => {
    const path = await newIssue(rivals);
    await deleteBeside(rivals, path, child, body);
    const id = Number(path.split('/').at(-1));
    return hasOrphan(rivals, child, column, 'Issue', id, 'issues');
  };
}

/** Whether a row of `child` is left of an owner that is gone. Deletes it, so that doctor finds nothing of it later. */
async function hasOrphan(
  rivals: Rivals,
  child: string,
  column: string,
  kind: string,
  id: number,
  owners: string,
): Promise<boolean> {
  const where = `${column}_type = '${kind}' AND ${column}_id = ${id}
    AND NOT EXISTS (SELECT id FROM ${owners} WHERE id = ${id})`;
  const orphans = await rivals.number(`SELECT COUNT(*) AS n FROM ${child} WHERE ${where}`);
  if (orphans > 0) await rivals.run(`DELETE FROM ${child} WHERE ${where}`);
  return orphans > 0;
}

const BEFORE_LIMIT = 99;

/** A user has one row less than allowed, and gets two more at once. */
function limit(
  what: string,
  rows: string,
  bodyOf: (rivals: Rivals) => Record<string, unknown>,
): Race {
  return {
    name: `two ${what} past the limit of 100`,
    begin: async (rivals) => {
      const { id: user } = await rivals.person();
      const path = `/users/${user}/${what}`;
      const add = () => ({ ...POST, path, body: bodyOf(rivals) });
      const count = `SELECT COUNT(*) AS n FROM ${rows} AND user_id = ${user}`;
      for (let n = await rivals.number(count); n < BEFORE_LIMIT; n++) await rivals.create(add());
      return async () => {
        await rivals.both(add(), add());
        const newest = `SELECT id FROM ${rows} AND user_id = ${user} ORDER BY id DESC`;
        const added = (await rivals.ids(newest)).slice(0, -BEFORE_LIMIT);
        for (const id of added) await rivals.send({ ...DELETE, path: `${path}/${id}` });
        return added.length > 1;
      };
    },
  };
}
