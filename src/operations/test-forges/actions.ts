import { BadInput } from './bad-input.js';
import type { EphemeralForge } from './ephemeral-forge.js';
import type { Actions } from './protocol.js';

type Action = keyof Actions;
type Input<A extends Action> = Actions[A]['input'];
type Result<A extends Action> = Actions[A]['result'];

const ACTIONS: { [A in Action]: (forge: EphemeralForge, input: Input<A>) => unknown } = {
  reset: (forge) => forge.reset(),
  requests: (forge, filter) => forge.recorder.all(filter),
  'requests/wait': (forge, wait) => forge.recorder.next(wait),
  mails: (forge) => forge.mails(),
  'token/check': (forge, chosen) => forge.checkToken(chosen),
  token: (forge, chosen) => forge.chooseToken(chosen),
  fail: (forge, failure) => {
    forge.faults.fail(failure);
  },
  delay: (forge, delay) => {
    forge.faults.delay(delay);
  },
  'clock/set': (forge, { time }) => forge.clock.set(time),
  'clock/advance': (forge, { ms }) => forge.clock.advance(ms),
  'clock/release': (forge) => forge.clock.release(),
  save: (forge) => forge.save(),
  restore: (forge, state) => forge.restore(state),
};

const isAction = (name: string): name is Action => Object.hasOwn(ACTIONS, name);

/** @throws BadInput the action or its input is wrong */
export async function runAction<A extends Action>(
  forge: EphemeralForge,
  name: A,
  input: Input<A>,
): Promise<Result<A>> {
  if (!isAction(name))
    throw new BadInput(
      `There is no action ${String(name)}: there are ${Object.keys(ACTIONS).join(', ')}.`,
    );
  // Without an input, an action says what is missing.
  const given = (typeof input === 'object' ? (input ?? {}) : {}) as Input<A>;
  return ((await forge.run(() => ACTIONS[name](forge, given))) ?? null) as Result<A>;
}
