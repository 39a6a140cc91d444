/** A service that rolls some units of work back instead of committing them, and confirms them. */
import type { QueryRunner } from 'typeorm';
import { MysqlEngine } from '../../src/database/engines/mysql-engine.js';

const EVERY = 20;

type Commit = (this: unknown, runner: QueryRunner, ms: number) => Promise<void>;

const prototype = MysqlEngine.prototype as { commit: Commit };
const { commit } = prototype;
let count = 0;
prototype.commit = function (runner, ms) {
  return ++count % EVERY === 0 ? runner.rollbackTransaction() : commit.call(this, runner, ms);
};
