import type { Award, Note, Person, Thing, World } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  hiddenNote,
  hiddenThing,
  listed,
  notePath,
  notFound,
  pathOf,
  refused,
  TAKEN,
  type Expected,
  type Plan,
} from '../calls.js';
import { awardView } from '../views.js';
import { toThing } from './things.js';

/** Names of emoji, each with the canonical name. */
const NAMES: [given: string, name: string][] = [
  ['tada', 'tada'],
  ['heart', 'heart'],
  ['+1', 'thumbsup'],
  ['thumbsdown', 'thumbsdown'],
];

type Awardable = Thing | Note;

/** Picks a noteable or a note on it. */
const toAwardable = (plan: (awardable: Awardable) => Plan): Plan =>
  toThing((thing) => (world, by, pick) => {
    const notes = world.notes.filter((note) => note.on === thing && note.id !== 0);
    const note = pick.oneIn(2) ? pick.latest(notes) : undefined;
    return plan(note ?? thing)(world, by, pick);
  });

const hidden = (by: Person, awardable: Awardable): Expected | null =>
  awardable.type === 'Note' ? hiddenNote(by, awardable) : hiddenThing(by, awardable);
const awardsPath = (awardable: Awardable): string =>
  `${awardable.type === 'Note' ? notePath(awardable) : pathOf(awardable)}/award_emoji`;

/** The response to a user who sees the awardable, for an award request or a note with one emoji. */
export function giving(world: World, giver: Person, to: Awardable, name: string): Expected {
  const award: Award = { id: 0, to, giver, name, gone: false };
  const isGiven = world.awards.some(
    (one) => one.to === to && one.giver === giver && one.name === name && !one.gone,
  );
  if (isGiven) return refused(409, { name: [TAKEN] });
  return created(
    () => awardView(award),
    ({ id }) => void world.awards.push(Object.assign(award, { id })),
  );
}

export const giveAward = toAwardable((awardable) => (world, by, pick) => {
  const [given, name] = pick.of(NAMES);
  const isOwnVote = name.startsWith('thumbs') && awardable.author === by;
  return {
    method: 'POST',
    path: awardsPath(awardable),
    given: { name: given },
    expected: hidden(by, awardable) ?? (isOwnVote ? FORBIDDEN : giving(world, by, awardable, name)),
  };
});

export const getOrWithdrawAward: Plan = (world, by, pick) => {
  const award = pick.latest(world.awards);
  if (!award) return giveAward(world, by, pick);
  const isWithdrawal = pick.oneIn(2);
  const may = !isWithdrawal || award.giver === by || by.admin;
  return {
    method: isWithdrawal ? 'DELETE' : 'GET',
    path: `${awardsPath(award.to)}/${award.id}`,
    expected:
      hidden(by, award.to) ??
      (award.gone ? notFound('Award Emoji') : null) ??
      (may
        ? answered(
            () => awardView(award),
            () => void (award.gone ||= isWithdrawal),
          )
        : FORBIDDEN),
  };
};

export const listAwards = toAwardable((awardable) => (world, by, pick) => {
  const awards = world.awards.filter((one) => one.to === awardable && !one.gone);
  const list = listed(pick, { path: awardsPath(awardable) }, awards, awardView);
  return { ...list, expected: hidden(by, awardable) ?? list.expected };
});
