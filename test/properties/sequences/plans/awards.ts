import type { Award, Note, Person, Noteable, World } from '../model.js';
import {
  answered,
  created,
  FORBIDDEN,
  hiddenNote,
  hiddenNoteable,
  listed,
  notePath,
  notFound,
  pathOf,
  refusalOf,
  TAKEN,
  type Expected,
  type Plan,
} from '../calls.js';
import { awardView } from '../views.js';
import { onNoteable } from './noteables.js';

/** Names of emoji, each with the canonical name. */
const NAMES: [parameters: string, name: string][] = [
  ['tada', 'tada'],
  ['heart', 'heart'],
  ['+1', 'thumbsup'],
  ['thumbsdown', 'thumbsdown'],
];

type Awardable = Noteable | Note;

/** Picks a noteable or a note on it. */
const onAwardable = (plan: (awardable: Awardable) => Plan): Plan =>
  onNoteable((noteable) => (world, caller, pick) => {
    const notes = world.notes.filter((note) => note.noteable === noteable && note.id !== 0);
    const note = pick.oneIn(2) ? pick.latest(notes) : undefined;
    return plan(note ?? noteable)(world, caller, pick);
  });

const hidden = (caller: Person, awardable: Awardable): Expected | null =>
  awardable.type === 'Note' ? hiddenNote(caller, awardable) : hiddenNoteable(caller, awardable);
const awardsPath = (awardable: Awardable): string =>
  `${awardable.type === 'Note' ? notePath(awardable) : pathOf(awardable)}/award_emoji`;

/** The response to a user who sees the awardable, for an award request or a note with one emoji. */
export function awardResponse(
  world: World,
  giver: Person,
  awardable: Awardable,
  name: string,
): Expected {
  const award: Award = { id: 0, awardable, giver, name, isDeleted: false };
  const isGiven = world.awards.some(
    (one) =>
      one.awardable === awardable && one.giver === giver && one.name === name && !one.isDeleted,
  );
  if (isGiven) return refusalOf(409, { name: [TAKEN] });
  return created(
    () => awardView(award),
    ({ id }) => void world.awards.push(Object.assign(award, { id })),
  );
}

export const giveAward = onAwardable((awardable) => (world, caller, pick) => {
  const [parameters, name] = pick.of(NAMES);
  const isOwnVote = name.startsWith('thumbs') && awardable.author === caller;
  return {
    method: 'POST',
    path: awardsPath(awardable),
    parameters: { name: parameters },
    expected:
      hidden(caller, awardable) ??
      (isOwnVote ? FORBIDDEN : awardResponse(world, caller, awardable, name)),
  };
});

export const getOrWithdrawAward: Plan = (world, caller, pick) => {
  const award = pick.latest(world.awards);
  if (!award) return giveAward(world, caller, pick);
  const isWithdrawal = pick.oneIn(2);
  const isAllowed = !isWithdrawal || award.giver === caller || caller.admin;
  return {
    method: isWithdrawal ? 'DELETE' : 'GET',
    path: `${awardsPath(award.awardable)}/${award.id}`,
    expected:
      hidden(caller, award.awardable) ??
      (award.isDeleted ? notFound('Award Emoji') : null) ??
      (isAllowed
        ? answered(
            () => awardView(award),
            () => void (award.isDeleted ||= isWithdrawal),
          )
        : FORBIDDEN),
  };
};

export const listAwards = onAwardable((awardable) => (world, caller, pick) => {
  const awards = world.awards.filter((one) => one.awardable === awardable && !one.isDeleted);
  const list = listed(pick, { path: awardsPath(awardable) }, awards, awardView);
  return { ...list, expected: hidden(caller, awardable) ?? list.expected };
});
