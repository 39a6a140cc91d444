import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AuditTrail } from '../../core/audit/audit-trail.service.js';
import { Passwords } from '../../core/auth/passwords.js';
import { People } from '../../core/auth/people.js';
import { SealedTokens } from '../../core/auth/sealed-tokens.js';
import { digest, newToken } from '../../core/auth/secrets.js';
import { CONFIG, ConfigError, type Config } from '../../base/config/config.js';
import { requirePrivate } from '../../base/config/private-files.js';
import { dataFolder } from '../../database/engines/create-engine.js';
import { Database } from '../../database/database.js';
import { RequestScope } from '../../database/request-scope.js';
import { UniqueViolation } from '../../database/failures.js';
import { emailProblem, normalizeEmail } from '../emails/email-address.js';
import { ServiceLogger } from '../../base/log/service-logger.js';
import { CredentialsRepository } from '../users/credentials.repository.js';
import { newUser } from '../users/new-user.js';
import { usernameProblem } from '../users/user-name.js';
import { UserRecords } from '../users/user-records.service.js';
import { TokenEncryption } from '../users/token-encryption.service.js';
import type { User } from '../users/user.entity.js';
import {
  SECRETS_FILE,
  showSecretsOnce,
  STANDARD_ERROR,
  storedToken,
  TOKEN_LABEL,
  type Output,
} from './show-secrets-once.js';

/** A fixed id instead of auto-increment, so that two instances starting together cannot both create the user. */
const FIRST_ID = 1;
const FIRST_START = { origin: 'first start', address: null };
const SETTING = 'the value of ADMIN_TOKEN';

/** Creates the first administrator if the database has no users. */
@Injectable()
export class FirstAdministrator implements OnApplicationBootstrap {
  /** Where the operator finds the token, to complete a sentence. Null: the service does not know. */
  tokenPlace: string | null = null;
  private readonly logger = new ServiceLogger('start');

  constructor(
    private readonly database: Database,
    private readonly credentials: CredentialsRepository,
    private readonly records: UserRecords,
    private readonly passwords: Passwords,
    private readonly tokens: SealedTokens,
    private readonly people: People,
    private readonly encryption: TokenEncryption,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (!this.config.usesKey) return;
    requirePrivate(this.secretsFile);
    if (this.config.acceptsLostKey) {
      this.tokens.createMissingKey();
      await this.encryption.forget();
    }
    const sealed = await this.credentials.findFirstSealedToken();
    // With another key, no existing token could be decrypted, and new ones would be lost with the old key.
    if (sealed !== null) this.tokens.requireKeyOf(sealed);
    // Only a start begins a rotation: a running service does not know the new key yet.
    const isRotation = this.tokens.isKeyRenamed && this.config.runsBackgroundWork;
    if (sealed === null || isRotation) this.tokens.createMissingKey();
    if (this.config.runsBackgroundWork) await this.encryption.renew();
    if (await this.credentials.hasUsers()) await this.findToken();
    else await this.create();
  }

  private async create(): Promise<void> {
    const { username, email, ...given } = this.config.admin;
    requireValid('ADMIN_USERNAME', usernameProblem(username));
    requireValid('ADMIN_EMAIL', emailProblem(normalizeEmail(email)));
    const password = given.password ?? randomBytes(15).toString('base64url');
    const token = given.token ?? newToken();
    const user = newUser(
      { username, email: normalizeEmail(email), name: 'Administrator', password, admin: true },
      {
        passwordHash: await this.passwords.hash(password),
        projectsLimit: this.config.defaultProjectsLimit,
        createdById: null,
        ...this.tokens.columnsFor(token),
      },
    );
    const generated = [
      ...(given.password ? [] : [`Password: ${password}`]),
      ...(given.token ? [] : [TOKEN_LABEL + token]),
    ];
    const insert = () => this.insert({ ...user, id: FIRST_ID });
    if (generated.length === 0) {
      if (await insert()) this.tokenPlace = SETTING;
      return;
    }
    const lines = [`The first administrator is ${username}.`, ...generated];
    const isCreated = () => this.credentials.hasUsers();
    const place = await showSecretsOnce(lines, dataFolder(this.config.database), {
      insert,
      isCreated,
      output: this.output,
    });
    this.tokenPlace = given.token ? SETTING : place;
  }

  /** Warns if ADMIN_TOKEN has no effect. */
  private async findToken(): Promise<void> {
    const { token } = this.config.admin;
    if (token !== null && (await this.people.findByTokenDigest(digest(token))))
      this.tokenPlace = SETTING;
    else if (token !== null)
      this.logger.warn(
        'ADMIN_TOKEN is ignored: it applies only to a database without users, and no user has this token',
      );
    if (this.tokenPlace !== null) return;
    // The file may be that of another database, or the token may have been replaced.
    const stored = storedToken(this.secretsFile);
    if (stored !== null && (await this.people.findByTokenDigest(digest(stored))))
      this.tokenPlace = `in ${this.secretsFile}`;
  }

  private get output(): Output {
    if (this.config.ownsTerminal) return STANDARD_ERROR;
    return { isTerminal: false, write: this.logger.log.bind(this.logger) };
  }

  private get secretsFile(): string {
    return resolve(dataFolder(this.config.database), SECRETS_FILE);
  }

  /** Returns false if another instance created the user. */
  private async insert(user: User): Promise<boolean> {
    try {
      return await this.database.unit(RequestScope.background, async (unit) => {
        if (await unit.withRepository(this.credentials).hasUsers()) return false;
        const { id, username, email, name, admin } = user;
        await this.records.insert(unit, FIRST_START, user);
        const details = { username, email, name, admin };
        await this.audit.record(unit, FIRST_START, 'user.created', { type: 'user', id }, details);
        return true;
      });
    } catch (error) {
      if (error instanceof UniqueViolation) return false;
      throw error;
    }
  }
}

function requireValid(setting: string, problem: string | null): void {
  if (problem) throw new ConfigError([`${setting} ${problem}: choose another one`]);
}
