import type { QueryRunner } from 'typeorm';
import type { Forge } from './app.js';
import { engineOf } from './internals.js';

/** A database that stops to respond at some statement. */
interface Cut {
  /** How many statements were sent to it, including those that failed. */
  sent: () => number;
  /** It responds again. */
  heal: () => void;
}

const SENDING = ['read', 'run', 'write', 'commit'];

type Send = (...values: unknown[]) => Promise<unknown>;

/**
 * Lets the nth statement from now on fail, and all after it, like a process that is killed there. BEGIN and COMMIT
 * count too. A transaction that was open is rolled back.
 */
export function cutAt(forge: Forge, n: number): Cut {
  const engine = engineOf(forge);
  const { driver } = engine.dataSource;
  let sent = 0;
  const cut =
    (send: Send): Send =>
    (...values) =>
      ++sent >= n ? Promise.reject(new Error('cut')) : send(...values);
  const cutMethods = (on: object, ...names: string[]) => {
    for (const name of names) {
      const send = (Reflect.get(on, name) as Send).bind(on);
      Object.assign(on, { [name]: cut(send) });
    }
  };
  cutMethods(engine, ...SENDING);
  const createQueryRunner = driver.createQueryRunner.bind(driver);
  driver.createQueryRunner = (mode): QueryRunner => {
    const runner = createQueryRunner(mode);
    cutMethods(runner, 'startTransaction');
    return runner;
  };
  return {
    sent: () => sent,
    heal() {
      for (const name of SENDING) Reflect.deleteProperty(engine, name);
      driver.createQueryRunner = createQueryRunner;
    },
  };
}
