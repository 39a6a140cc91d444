import type { AttackClass } from '../attack-class.js';
import { idOf } from '../clients/caller.js';
import { ACTIVE_MARKDOWN, EXPENSIVE_MARKDOWN } from '../hostile-markdown.js';
import type { Target } from '../target.js';
import type { Place, World } from '../world/world.js';

/** Characters of the texts, below the length up to which the service renders them. */
const SMALL = 4_000;
const FACTOR = 8;
/** Below it, a page costs nothing worth comparing. In milliseconds of CPU. */
const CHEAP_MS = 60;
/** Linear time has a ratio of at most 1. The rest is for garbage collection and the compiler. */
const MAX_GROWTH = 2.5;
/** CPU for a page with one text, and for a page that is full of hostile texts. */
const MAX_MS = 700;
const MAX_PAGE_MS = 3_000;
const NOTES = 20;
const REPEATS = 3;
/** One in so many of the expensive texts, unless the run is long. */
const SHARE = 4;

/** All that pages of conversations may contain. Values of attributes contain no quote. */
const ELEMENTS = new Set(
  `html head meta title link body a header nav b main section h1 h2 h3 h4 h5 h6 p span img bdi time div ul ol li
   article dl dt dd pre code strong em s br hr blockquote table thead tbody tr th td footer`.split(
    /\s+/,
  ),
);
const ATTRIBUTES = new Set(
  `lang charset name content rel href class aria-label aria-labelledby id src width height alt loading datetime
   title start tabindex`.split(/\s+/),
);

/** Hostile Markdown in descriptions and notes: pages contain no active content, and cost linear time. */
export const markdown: AttackClass = {
  name: 'markdown',
  rows: [23],
  control: 'raw-texts',
  isAlone: true,
  run: async (target) => {
    const world = await target.world();
    const texts = await findActiveContent(target, world);
    const worst = await findExpensiveTexts(target, world);
    return `${texts} active texts, worst in CPU: ${worst}`;
  },
};

async function findActiveContent(target: Target, world: World): Promise<number> {
  const { open, people } = world;
  for (const text of ACTIVE_MARKDOWN) {
    if (target.isDone) break;
    const issue = await newIssue(world, text);
    await people.owner.caller.post(`${open.at}/issues/${issue.id}/notes`, { body: text });
    const { status, text: html } = await visit(target, issue.path);
    target.require(status === 200, `the page of ${JSON.stringify(text)} has status ${status}`);
    for (const problem of activeParts(html)) target.find(`${JSON.stringify(text)}: ${problem}`);
  }
  return ACTIVE_MARKDOWN.length;
}

/** What a browser would see in a page that the templates and the renderer never write. */
function activeParts(html: string): string[] {
  const problems: string[] = [];
  const tags = html.replace(/^<!doctype html>/, '').match(/<[^>]*>/g) ?? [];
  for (const tag of tags) {
    const [, name = '', attributes = ''] =
      /^<\/?([a-z]\w*)((?: [a-z-]+(?:="[^"]*")?)*)>$/.exec(tag) ?? [];
    if (!ELEMENTS.has(name)) problems.push(`element ${tag}`);
    for (const [, attribute = '', value = ''] of attributes.matchAll(
      / ([a-z-]+)(?:="([^"]*)")?/g,
    )) {
      if (!ATTRIBUTES.has(attribute)) problems.push(`attribute ${tag}`);
      if (attribute === 'src' && !/^\/avatars\/\d+\.svg$/.test(value))
        problems.push(`picture ${tag}`);
      if (attribute === 'href' && !/^(https?:\/\/|mailto:|\/|#)/.test(value))
        problems.push(`link ${tag}`);
    }
  }
  return problems;
}

/** Returns the most expensive texts. */
async function findExpensiveTexts(target: Target, world: World): Promise<string> {
  const share = target.size(SHARE, 1);
  const first = target.random.integer(0, share - 1);
  const texts = Object.entries(EXPENSIVE_MARKDOWN).filter((_, n) => n % share === first);
  const measured: { name: string; ms: number }[] = [];
  for (const [name, make] of texts) {
    if (target.isDone) break;
    let before = 0;
    let after = Infinity;
    for (let n = 0; n < REPEATS && after > CHEAP_MS; n++) {
      before = Math.max(before, await costOf(target, world, [make(SMALL)]));
      after = Math.min(after, await costOf(target, world, [make(SMALL * FACTOR)]));
      if (after / before <= FACTOR * MAX_GROWTH && after < MAX_MS) break;
    }
    const growth = after / before / FACTOR;
    const isBad = after > MAX_MS || (after > CHEAP_MS && growth > MAX_GROWTH);
    target.require(!isBad, `${name}: ${after.toFixed(0)} ms, growth ${growth.toFixed(2)}`);
    measured.push({ name, ms: after });
  }
  measured.sort((a, b) => b.ms - a.ms);
  const [worst] = measured;
  if (!worst || target.isDone) return 'not measured';
  const make = EXPENSIVE_MARKDOWN[worst.name] ?? String;
  const full = Array.from({ length: NOTES }, (_, n) => make(SMALL * FACTOR - n));
  const ms = await costOf(target, world, full);
  target.require(ms < MAX_PAGE_MS, `a page with ${NOTES} times ${worst.name}: ${ms.toFixed(0)} ms`);
  return `${worst.name} ${worst.ms.toFixed(0)} ms, a page full of it ${ms.toFixed(0)} ms`;
}

/** CPU time of the service for a page with these notes, which no cache knows, in milliseconds. */
async function costOf(target: Target, world: World, notes: readonly string[]): Promise<number> {
  const issue = await newIssue(world, null);
  for (const body of notes)
    await world.people.owner.caller.post(`${world.open.at}/issues/${issue.id}/notes`, {
      body: `${body}\n\n${++count}`,
    });
  const before = target.service.preciseCpuMs();
  await visit(target, issue.path);
  return target.service.preciseCpuMs() - before;
}
let count = 0;

async function newIssue(
  { open, people }: { open: Place; people: World['people'] },
  description: string | null,
): Promise<{ id: number; path: string }> {
  const answer = await people.owner.caller.post(`${open.at}/issues`, {
    title: 'Issue',
    description,
  });
  const { web_url } = answer.body as { web_url: string };
  return { id: idOf(answer), path: new URL(web_url).pathname };
}

const visit = (target: Target, path: string) =>
  target.anonymous.with({ accept: 'text/html' }).send({ method: 'GET', path });
