import { Injectable } from '@nestjs/common';
import { AuditTrail } from '../audit/audit-trail.service.js';
import { SealedTokens } from '../auth/sealed-tokens.js';
import { EmailsRepository } from '../emails/emails.repository.js';
import { recordFormerOwners } from '../emails/record-former-owners.js';
import { KeysRepository } from '../keys/keys.repository.js';
import { parseSshPublicKey } from '../keys/ssh-public-key.js';
import { MAX_PER_USER } from '../http/pagination/full-page.js';
import { UserTermsRepository } from '../user-terms/user-terms.repository.js';
import { IdentitiesRepository } from '../users/identities.repository.js';
import { newUser } from '../users/new-user.js';
import { PeopleRepository } from '../users/people.repository.js';
import { UserRecords } from '../users/user-records.service.js';
import { GHOST, usernameKey, usernameProblem } from '../users/user-name.js';
import type { User } from '../users/user.entity.js';
import { UsersRepository } from '../users/users.repository.js';
import { ImportRepository } from './import.repository.js';
import { accountKey, isAddress } from './account-values.js';
import type { IdentityOfLine } from './fields.js';
import { NOT_YET, type ImportBatch } from './import-batch.js';
import type { LineOutcome } from './import-run.js';
import type { LineOf } from './lines.js';

/** Imports users with their addresses and SSH keys. */
@Injectable()
export class ImportPeople {
  constructor(
    private readonly rows: ImportRepository,
    private readonly users: UsersRepository,
    private readonly people: PeopleRepository,
    private readonly records: UserRecords,
    private readonly identities: IdentitiesRepository,
    private readonly emails: EmailsRepository,
    private readonly terms: UserTermsRepository,
    private readonly keys: KeysRepository,
    private readonly tokens: SealedTokens,
    private readonly audit: AuditTrail,
  ) {}

  /** An existing user is not changed: the mapping names one, or one has this primary address. */
  async user(batch: ImportBatch, line: LineOf<'user'>): Promise<LineOutcome> {
    if (batch.hasUser(line.username)) throw batch.wrong(`${line.username} has a line already`);
    if (line.username === GHOST)
      throw batch.wrong(`${GHOST} stands for deleted users, and has no line`);
    const existing = await this.findUser(batch, line);
    batch.users.set(line.username, existing ?? NOT_YET);
    if (existing !== null) return 'present';
    if (!batch.isFirstPass) batch.users.set(line.username, await this.create(batch, line));
    return 'created';
  }

  async email(
    batch: ImportBatch,
    { user, email, created_at }: LineOf<'email'>,
  ): Promise<LineOutcome> {
    const userId = batch.person(user);
    if (!isAddress(email)) throw batch.wrong('the field email is not an address in lower case');
    batch.requireUnique('secondary address', email);
    const owner = await batch.of(this.rows).findAddressOwner(email);
    if (owner) return owner.user_id === userId ? 'present' : 'left_out';
    if (batch.isFirstPass)
      return (await this.willFit(batch, 'email', user, userId)) ? 'created' : 'left_out';
    const username = await this.lock(batch, user, userId);
    if ((await batch.of(this.rows).countOfUser('email', userId)) >= MAX_PER_USER) return 'left_out';
    const createdAt = Date.parse(created_at);
    const { id, formerOwners } = await batch.of(this.emails).addSecondary(userId, email, createdAt);
    await batch.of(this.terms).reindex(userId, id);
    await recordFormerOwners(this.audit, batch.unit, batch.run.author, email, formerOwners);
    await this.record(batch, 'email.added', userId, { username, email });
    return 'created';
  }

  async key(
    batch: ImportBatch,
    { user, title, key, created_at }: LineOf<'key'>,
  ): Promise<LineOutcome> {
    const userId = batch.person(user);
    const parsed = parseSshPublicKey(key);
    if (!parsed) throw batch.wrong('the field key is not an SSH key that the service accepts');
    batch.requireUnique('SSH key', parsed.sha256);
    const existing = await batch.of(this.keys).findByFingerprint(parsed.sha256);
    if (existing) return existing.user_id === userId ? 'present' : 'left_out';
    if (batch.isFirstPass)
      return (await this.willFit(batch, 'key', user, userId)) ? 'created' : 'left_out';
    const username = await this.lock(batch, user, userId);
    if ((await batch.of(this.rows).countOfUser('key', userId)) >= MAX_PER_USER) return 'left_out';
    const { line, md5: fingerprintMd5, sha256: fingerprintSha256 } = parsed;
    const fingerprints = { fingerprintMd5, fingerprintSha256 };
    const createdAt = Date.parse(created_at);
    const id = await batch
      .of(this.keys)
      .add({ userId, title, key: line, ...fingerprints, createdAt });
    const details = { username, key: { id, title, fingerprint: fingerprintSha256 } };
    await this.record(batch, 'key.added', userId, details);
    return 'created';
  }

  private async willFit(
    batch: ImportBatch,
    kind: 'email' | 'key',
    user: string,
    id: number,
  ): Promise<boolean> {
    const stored = await batch.of(this.rows).countOfUser(kind, id);
    return batch.run.fits(kind, batch.identity(user), stored);
  }

  /** Returns the username here: the mapping may name a user with another one. */
  private async lock(batch: ImportBatch, user: string, id: number): Promise<string> {
    const person = await batch.hold(`the user ${user}`, () =>
      batch.of(this.people).lockButGhost(id),
    );
    return person.username;
  }

  private async record(
    { unit, run }: ImportBatch,
    action: 'user.created' | 'email.added' | 'key.added',
    id: number,
    details: object,
  ): Promise<void> {
    await this.audit.record(unit, run.author, action, { type: 'user', id }, details);
  }

  /** Null if the user is to be created. What stands in the way becomes a problem. */
  private async findUser(batch: ImportBatch, line: LineOf<'user'>): Promise<number | null> {
    const { run } = batch;
    const { username, email } = line;
    const mapped = run.mapping.get(username);
    if (mapped !== undefined) {
      const person =
        mapped.toLowerCase() === GHOST
          ? null
          : await batch.of(this.people).findByUsername(usernameKey(mapped));
      if (!person)
        run.addProblem(
          `The mapping names ${mapped} for ${username}, and there is no such user: correct it.`,
        );
      return person?.id ?? null;
    }
    if (!isAddress(email)) {
      run.addProblem(
        `Line ${batch.at}: ${email} cannot be the address of ${username} here. Write a valid one in lower case, or name an existing user for ${username} in --map-users.`,
      );
      return null;
    }
    batch.requireUnique('address', email);
    const owner = await batch.of(this.rows).findAddressOwner(email);
    if (!owner) {
      await this.requireFree(batch, line);
      return null;
    }
    if (owner.ghost_id !== null)
      run.addProblem(`The user with the address ${email} is being deleted: try again later.`);
    else if (owner.is_primary === 1) return owner.user_id;
    else
      run.addProblem(
        `${email} of ${username} is a secondary address of ${owner.username}: name a user for ${username} in --map-users.`,
      );
    return null;
  }

  private async requireFree(
    batch: ImportBatch,
    { username, email, identities }: LineOf<'user'>,
  ): Promise<void> {
    const { run } = batch;
    batch.requireUnique('username', username.toLowerCase(), username);
    for (const { provider, extern_uid: uid, unique_id: entry } of identities) {
      batch.requireUnique('directory account', accountKey(provider, uid), `${provider} ${uid}`);
      if (entry)
        batch.requireUnique('directory entry', accountKey(provider, entry), `${provider} ${entry}`);
    }
    const problem = usernameProblem(username);
    if (problem !== null)
      run.addProblem(
        `The username ${username} cannot be used here (${problem}): name an existing user for it in --map-users.`,
      );
    const values = { email, username: username.toLowerCase(), provider: '', extern_uid: '' };
    const taken = await batch.of(this.users).findTakenFields(values, NOBODY);
    if (taken.includes('username'))
      run.addProblem(
        `The username ${username} belongs to a user with another address: name an existing user for it in --map-users.`,
      );
  }

  private async create(batch: ImportBatch, line: LineOf<'user'>): Promise<number> {
    const id = await this.records.insert(batch.unit, batch.run.author, this.rowOf(batch, line));
    const identities = [];
    for (const identity of line.identities) {
      const { provider, extern_uid } = identity;
      if (await this.isTaken(batch, identity)) continue;
      await batch.of(this.identities).add(id, provider, extern_uid, {
        // The next person with the same DN has another unique id. Without it, the directory would give them this user.
        uniqueId: identity.unique_id ?? null,
        login: identity.login ?? null,
        disabledBy: identity.disabled_by ?? null,
      });
      identities.push({ provider, extern_uid });
    }
    const { username, email, name, admin, external } = line;
    const created = { username, email, name, admin, external };
    const details = identities.length > 0 ? { ...created, identities } : created;
    await this.record(batch, 'user.created', id, details);
    return id;
  }

  /** Another user has the account, or its entry under another DN. */
  private async isTaken(
    batch: ImportBatch,
    { provider, extern_uid, unique_id: entry }: IdentityOfLine,
  ): Promise<boolean> {
    const values = { email: '', username: '', provider, extern_uid };
    const taken = await batch.of(this.users).findTakenFields(values, NOBODY);
    if (taken.length > 0) return true;
    return entry ? batch.of(this.rows).hasEntry(provider, entry) : false;
  }

  private rowOf({ run }: ImportBatch, line: LineOf<'user'>): User {
    const { username, email, name, state, admin, external, bio, location, organization } = line;
    const secrets = { passwordHash: run.passwordHash, ...this.tokens.columnsFor() };
    const params = { username, email, name, password: '' };
    const preset = { projectsLimit: line.projects_limit, createdById: null };
    return Object.assign(newUser(params, { ...preset, ...secrets }), {
      ...{ state, admin, external, bio, location, organization },
      canCreateGroup: line.can_create_group,
      messenger: line.messenger,
      professionalNetwork: line.professional_network,
      microblog: line.microblog,
      websiteUrl: line.website_url,
      themeId: line.theme_id,
      colorSchemeId: line.color_scheme_id,
      currentSignInAt: timeOrNull(line.current_sign_in_at),
      lastSignInAt: timeOrNull(line.last_sign_in_at),
      confirmedAt: timeOrNull(line.confirmed_at),
      createdAt: Date.parse(line.created_at),
    } satisfies Partial<User>);
  }
}

/** No user has this id. */
const NOBODY = 0;

const timeOrNull = (text: string | null): number | null =>
  text === null ? null : Date.parse(text);
