import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Inject, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Passwords } from '../auth/passwords.js';
import { People } from '../auth/people.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { newToken } from '../auth/secrets.js';
import { CONFIG, ConfigError, type Config } from '../config/config.js';
import { dataFolder } from '../database/data-source.js';
import { Database } from '../database/database.js';
import { UniqueViolation } from '../database/failures.js';
import { statement } from '../database/statement.js';
import { newUser } from '../users/new-user.js';
import type { User } from '../users/user.entity.js';
import { emailProblem, normalizeEmail } from '../emails/email-address.js';
import { usernameProblem } from '../users/user-name.js';
import { insertUser } from '../users/users.service.js';

const ANYBODY = statement<{ token_sealed: string }>(
  'SELECT token_sealed FROM users ORDER BY id LIMIT 1',
);
/** Not left to the database to count: of two instances that start at once only one can have it. */
const FIRST_ID = 1;

/** Makes the first administrator in a database that has no user. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  private readonly logger = new Logger('start');

  constructor(
    private readonly database: Database,
    private readonly passwords: Passwords,
    private readonly tokens: SealedTokens,
    private readonly people: People,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const somebody = await this.database.row(ANYBODY);
    if (somebody) {
      this.requireKey(somebody.token_sealed);
      await this.warnOfIgnoredToken();
      return;
    }
    const { username, email, ...said } = this.config.admin;
    refuseBad('ADMIN_USERNAME', usernameProblem(username));
    refuseBad('ADMIN_EMAIL', emailProblem(normalizeEmail(email)));
    const password = said.password ?? randomBytes(15).toString('base64url');
    const token = said.token ?? newToken();
    const user = newUser(
      { username, email: normalizeEmail(email), name: 'Administrator', password, admin: true },
      {
        passwordHash: await this.passwords.hash(password),
        projectsLimit: this.config.defaultProjectsLimit,
        createdById: null,
        ...this.tokens.columnsFor(token),
      },
    );
    const madeUp = [
      ...(said.password ? [] : [`Password: ${password}`]),
      ...(said.token ? [] : [`Private token: ${token}`]),
    ];
    const insert = () => this.insert({ ...user, id: FIRST_ID });
    if (madeUp.length === 0) await insert();
    else await this.telling([`The first administrator is ${username}.`, ...madeUp], insert);
  }

  /** With another key nobody's token could be shown again, and new ones would be lost with the old key. */
  private requireKey(sealed: string): void {
    try {
      if (sealed !== '') this.tokens.open(sealed);
    } catch {
      throw new ConfigError([
        'SECRET_KEY is not the one the private tokens in this database are encrypted with: ' +
          'set that one again (beside an embedded database it is kept in secret.key)',
      ]);
    }
  }

  private async warnOfIgnoredToken(): Promise<void> {
    const { token } = this.config.admin;
    if (token === null || (await this.people.findByToken(token))) return;
    this.logger.warn(
      'ADMIN_TOKEN counts only while the database has no user: nobody has this token',
    );
  }

  /** Answers whether it was this instance that made him. */
  private async insert(user: User): Promise<boolean> {
    try {
      return await this.database.unit(async (unit) => {
        if (await unit.row(ANYBODY)) return false;
        await insertUser(unit, user);
        return true;
      });
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      throw error;
    }
  }

  /**
   * What was made up is shown once: on a terminal, else in a file only its owner can read. The file is
   * written before it counts, so that nobody is made whose secrets cannot be told.
   */
  private async telling(lines: string[], insert: () => Promise<boolean>): Promise<void> {
    if (process.stderr.isTTY) {
      if (await insert()) process.stderr.write(`${lines.join('\n')}\nThis is shown once.\n`);
      return;
    }
    const folder = resolve(dataFolder(this.config.database));
    mkdirSync(folder, { recursive: true });
    const path = join(folder, 'first-administrator.txt');
    const draft = `${path}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    try {
      if (!(await insert())) return;
      renameSync(draft, path);
      process.stderr.write(`The secrets of the first administrator are in ${path}\n`);
    } finally {
      rmSync(draft, { force: true });
    }
  }
}

function refuseBad(setting: string, problem: string | null): void {
  if (problem) throw new ConfigError([`${setting} ${problem}: choose another one`]);
}
