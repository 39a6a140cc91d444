import type { AttackClass } from '../attack-class.js';
import type { Answer } from '../clients/caller.js';
import { HTML_PAGES } from '../html-pages.js';
import type { Operation } from '../operations.js';
import type { Target } from '../target.js';
import { pathOf } from '../world/paths.js';
import type { World } from '../world/world.js';

/** In the query of every request, where clients put their token. */
const CANARY = 'canary-in-the-query-0001';
const HEADERS = { accept: 'text/html' };

interface Visit {
  path: string;
  status: number;
}

/** Pages that browsers could be made to embed, to run, or to tell secrets to other sites. */
export const html: AttackClass = {
  name: 'html',
  rows: [],
  control: 'open-policy',
  run: async (target) => {
    const world = await target.world();
    const visits = HTML_PAGES.flatMap((page) => visitsOf(page, world));
    for (const visit of visits)
      for (const method of ['GET', 'HEAD']) await check(target, method, visit);
    const hidden = HTML_PAGES.filter(({ template }) => template.includes('{project}'));
    for (const page of hidden) await compareHidden(target, world, page);
    return `${visits.length} pages by GET and HEAD, ${hidden.length} hidden ones`;
  },
};

/** The page itself, an unknown one, and one that is asked for in a wrong way. */
function visitsOf(page: Operation, world: World): Visit[] {
  const path = pathOf(page, world);
  const hasPath = page.params.some((param) => param.in === 'path');
  const hasCursor = page.params.some(({ name }) => name === 'cursor');
  return [
    { path: `${path}?`, status: 200 },
    ...(hasPath ? [{ path: `${pathOf(page, world, world.open, UNKNOWN)}?`, status: 404 }] : []),
    ...(hasCursor ? [{ path: `${path}?cursor=x&`, status: 400 }] : []),
  ];
}

const UNKNOWN = { owner: 'nobody-has-this-name' };

async function check(target: Target, method: string, { path, status }: Visit): Promise<void> {
  const sent = `${path}private_token=${CANARY}`;
  const answer = await target.anonymous.send({ method, path: sent, headers: HEADERS });
  const where = `${method} ${path}`;
  target.require(answer.status === status, `${where}: ${answer.status} instead of ${status}`);
  for (const problem of problemsOf(answer)) target.find(`${where}: ${problem}`);
}

function problemsOf({ headers, text }: Answer): string[] {
  const policy = String(headers['content-security-policy']);
  const rules = policy.split(';').map((rule) => rule.trim());
  const all = JSON.stringify(headers) + text;
  return [
    ...["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]
      .filter((rule) => !rules.includes(rule))
      .map((rule) => `no ${rule} in ${policy}`),
    ...(policy.includes('unsafe') ? [`unsafe content is allowed: ${policy}`] : []),
    ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['browsers may guess the type']),
    ...(headers['referrer-policy'] === 'no-referrer' ? [] : ['other sites get the address']),
    ...(all.includes(CANARY) ? ['it contains the token of the query'] : []),
  ];
}

/** A page of a private project must be the same as that of an unknown owner. */
async function compareHidden(target: Target, world: World, page: Operation): Promise<void> {
  const visit = (path: string) => target.anonymous.send({ method: 'GET', path, headers: HEADERS });
  const hidden = await visit(pathOf(page, world, world.secret));
  const unknown = await visit(pathOf(page, world, world.secret, UNKNOWN));
  const isSame = hidden.status === unknown.status && hidden.text === unknown.text;
  target.require(isSame, `${page.template} tells hidden projects from unknown owners`);
}
