import type { components } from '../../../client/schema.js';
import { BUILDER_HEADER } from '../../operations/test-forges/protocol.js';
import { BadInput } from '../../operations/test-forges/bad-input.js';
import { create, post, tokenOf, UniqueParams } from './creations.js';
import type { ForgeClient } from './forge-client.js';

type Schemas = components['schemas'];
type AwardEmojiView = Schemas['AwardEmojiView'];
type FullUserView = Schemas['FullUserView'];
type IssueView = Schemas['IssueView'];
type MergeRequestView = Schemas['MergeRequestView'];
type NoteView = Schemas['NoteView'];
type ProjectView = Schemas['ProjectView'];
type SnippetView = Schemas['SnippetView'];

/** A user together with the secrets needed to act as that user. */
export interface ForgeUser extends FullUserView {
  password: string;
  /** The private token. */
  token: string;
}

/** The response body of a creation, and `at`, the path of the new resource below `/api/v3`. */
export type Made<View> = View & { at: string };

/** Parameters of a creation, all optional: builders generate missing values. Times are ISO 8601. */
export type Given<Input extends keyof Schemas> = Partial<Schemas[Input]>;

/** Labels count only if the author is a reporter or more. */
type Labelled<Input extends 'CreateIssueInput' | 'CreateMergeRequestInput'> = Omit<
  InProject<Input>,
  'labels'
> & { labels?: string | readonly string[] };

/** The author defaults to the owner of the project. A new project belongs to the author, or else to root. */
type InProject<Input extends keyof Schemas> = Given<Input> & {
  project?: Made<ProjectView>;
  author?: ForgeUser;
};

type Noteable = Made<IssueView> | Made<SnippetView> | Made<MergeRequestView>;

/**
 * Creates resources through the API, with unique names. Also creates the parents they need, for the author if one is given.
 * Every builder throws an Error with the request and the response if the API does not respond with 201.
 */
export abstract class Builders {
  private readonly params = new UniqueParams();

  /** Returns a client for a user or a token. With null it sends no token. */
  abstract as(person: { token: string } | string | null): ForgeClient;
  /** A client for the first administrator. */
  protected abstract readonly admin: ForgeClient;

  /**
   * Creates a user. Returns all fields, `password` and `token`. Unless given, the password is random, and the same for
   * all users that this process creates.
   *
   * @throws Error the API does not respond with 201
   */
  async user(given: Given<'CreateUserInput'> = {}): Promise<ForgeUser> {
    const params = { ...this.params.user(given.username), ...given };
    const admin = builder(this.admin);
    const user = await create<FullUserView>(admin, '/users', params);
    return { ...user, password: params.password, token: await tokenOf(admin, user) };
  }

  /**
   * Creates a project. The owner defaults to root, the visibility to private.
   *
   * @throws Error the API does not respond with 201
   */
  async project(
    options: Given<'CreateProjectInput'> & { owner?: ForgeUser } = {},
  ): Promise<Made<ProjectView>> {
    const { owner, ...given } = options;
    const client = builder(owner ? this.as(owner) : this.admin);
    return create(client, '/projects', { ...this.params.project(), ...given });
  }

  /**
   * Adds a member.
   *
   * @param access_level 10 guest, 20 reporter, 30 developer, 40 master
   * @throws Error the API does not respond with 201
   */
  async member(
    project: Made<ProjectView>,
    user: ForgeUser,
    access_level = 30,
  ): Promise<Schemas['MemberView']> {
    const params = { user_id: user.id, access_level };
    return create(builder(this.admin), `${project.at}/members`, params);
  }

  /**
   * Creates an issue, in a new project of the author unless one is given.
   *
   * @throws Error the API does not respond with 201
   */
  issue(given: Labelled<'CreateIssueInput'> = {}): Promise<Made<IssueView>> {
    return this.inProject('issues', given, this.params.issue());
  }

  /**
   * Creates a label of a project. It has no path of its own: its name is a parameter.
   *
   * @throws Error the API does not respond with 201
   */
  async label(
    project: Made<ProjectView>,
    given: Given<'CreateLabelInput'> = {},
  ): Promise<Schemas['LabelView']> {
    const params = { ...this.params.label(), ...given };
    return post(builder(this.admin), `${project.at}/labels`, params);
  }

  /**
   * Creates a private snippet, in a new project of the author unless one is given.
   *
   * @throws Error the API does not respond with 201
   */
  snippet(given: InProject<'CreateSnippetInput'> = {}): Promise<Made<SnippetView>> {
    return this.inProject('snippets', given, this.params.snippet());
  }

  /**
   * Creates a merge request, in a new project of the author unless one is given.
   *
   * @throws Error the API does not respond with 201
   */
  mergeRequest(given: Labelled<'CreateMergeRequestInput'> = {}): Promise<Made<MergeRequestView>> {
    return this.inProject('merge_requests', given, this.params.mergeRequest());
  }

  /**
   * Creates a note on an issue, snippet or merge request: on a new issue of the author unless one is given. The author
   * defaults to the author of that.
   *
   * @throws Error the API does not respond with 201, or the body gives an award
   */
  async note(
    options: Given<'CreateNoteInput'> & { on?: Noteable; author?: ForgeUser } = {},
  ): Promise<Made<NoteView>> {
    const { on, author, ...given } = options;
    const noteable = on ?? (await this.issue(author && { author }));
    const client = this.in(noteable.author.id, author);
    const params = { ...this.params.note(), ...given };
    const note = await create<NoteView>(client, `${noteable.at}/notes`, params);
    if ('awardable_id' in note)
      throw new BadInput(
        `The body ${JSON.stringify(params.body)} gives an award: use forge.award.`,
      );
    return note;
  }

  /**
   * Gives an award on an issue, snippet, merge request or note: on a new issue of the author unless one is given. The
   * author, who gives it, defaults to the author of that, and the emoji to `heart`. A user can give each emoji once, and
   * cannot give `thumbsup` or `thumbsdown` on what is their own.
   *
   * @throws Error the API does not respond with 201
   */
  async award(
    options: Given<'GiveAwardInput'> & { on?: Noteable | Made<NoteView>; author?: ForgeUser } = {},
  ): Promise<Made<AwardEmojiView>> {
    const { on, author, ...given } = options;
    const awardable = on ?? (await this.issue(author && { author }));
    const client = this.in(awardable.author.id, author);
    return create(client, `${awardable.at}/award_emoji`, { name: 'heart', ...given });
  }

  /**
   * Adds a unique SSH key.
   *
   * @param given `key` is a line of an OpenSSH public key file
   * @throws Error the API does not respond with 201
   */
  async key(
    user: ForgeUser,
    given: { title?: string; key?: string } = {},
  ): Promise<Schemas['KeyView']> {
    return create(builder(this.as(user)), '/user/keys', { ...this.params.key(), ...given });
  }

  /**
   * Adds a secondary email address.
   *
   * @throws Error the API does not respond with 201
   */
  async email(user: ForgeUser, email = this.params.email().email): Promise<Schemas['EmailView']> {
    return create(builder(this.as(user)), '/user/emails', { email });
  }

  /** How many names were generated. */
  protected get count(): number {
    return this.params.count;
  }

  /** The next names continue after this count. */
  protected set count(count: number) {
    this.params.count = count;
  }

  private async inProject<View extends object>(
    collection: string,
    options: { project?: Made<ProjectView>; author?: ForgeUser },
    missing: object,
  ): Promise<Made<View>> {
    const { project, author, ...given } = options;
    const { at, owner } = project ?? (await this.project(author && { owner: author }));
    return create(this.in(owner.id, author), `${at}/${collection}`, { ...missing, ...given });
  }

  /** Uses sudo if only the id of the user is known. */
  private in(id: number, person: ForgeUser | undefined): ForgeClient {
    return builder(person ? this.as(person) : this.admin.with({ sudo: String(id) }));
  }
}

/** Faults and records of a forge skip requests with this header: they are about the requests of the tested code. */
const builder = (client: ForgeClient): ForgeClient => client.with({ [BUILDER_HEADER]: 'yes' });
