import type { EmailView } from '../emails/email.view.js';
import type { CreateIssueParams } from '../issues/issue.dto.js';
import type { IssueView } from '../issues/issue.view.js';
import type { KeyView } from '../keys/key.view.js';
import type { CreateMergeRequestParams } from '../merge-requests/merge-request.dto.js';
import type { MergeRequestView } from '../merge-requests/merge-request.view.js';
import type { CreateNoteParams } from '../notes/note.dto.js';
import type { NoteView } from '../notes/note.view.js';
import type { CreateProjectParams } from '../projects/project.dto.js';
import type { MemberView, ProjectView } from '../projects/project.view.js';
import type { CreateSnippetParams } from '../snippets/snippet.dto.js';
import type { SnippetView } from '../snippets/snippet.view.js';
import type { CreateUserParams } from '../users/user.dto.js';
import type { FullUserView } from '../users/user.view.js';
import { create, tokenOf, UniqueParams } from './creations.js';
import type { ForgeClient } from './forge-client.js';

/** A user together with the secrets needed to act as that user. */
export interface ForgeUser extends FullUserView {
  password: string;
  /** The private token. */
  token: string;
}

/** The response body of a creation, and `at`, the path of the new resource below `/api/v3`. */
export type Made<View> = View & { at: string };

/** Parameters of a creation, all optional: builders generate missing values. Times are ISO 8601. */
type Given<Params> = Partial<Omit<Params, 'created_at'>> & { created_at?: string };

/** The author defaults to the owner of the project. */
type InProject<Params> = Given<Params> & { project?: Made<ProjectView>; author?: ForgeUser };

type Noteable = Made<IssueView> | Made<SnippetView> | Made<MergeRequestView>;

/** Creates resources through the API, with unique names. Also creates the parents they need. */
export abstract class Builders {
  private readonly params = new UniqueParams();

  /** Returns a client for a user or a token. With null it sends no token. */
  abstract as(person: { token: string } | string | null): ForgeClient;
  /** A client for the first administrator. */
  protected abstract readonly admin: ForgeClient;

  async user(given: Partial<CreateUserParams> = {}): Promise<ForgeUser> {
    const params = { ...this.params.user(given.username), ...given };
    const user = await create<FullUserView>(this.admin, '/users', params);
    return { ...user, password: params.password, token: await tokenOf(this.admin, user) };
  }

  async project({
    owner,
    ...given
  }: Given<CreateProjectParams> & { owner?: ForgeUser } = {}): Promise<Made<ProjectView>> {
    const client = owner ? this.as(owner) : this.admin;
    return create(client, '/projects', { ...this.params.project(), ...given });
  }

  /** Access levels: 10 guest, 20 reporter, 30 developer, 40 master. */
  member(project: Made<ProjectView>, user: ForgeUser, access_level = 30): Promise<MemberView> {
    return create(this.admin, `${project.at}/members`, { user_id: user.id, access_level });
  }

  issue(given: InProject<CreateIssueParams> = {}): Promise<Made<IssueView>> {
    return this.inProject('issues', given, this.params.issue());
  }

  snippet(given: InProject<CreateSnippetParams> = {}): Promise<Made<SnippetView>> {
    return this.inProject('snippets', given, this.params.snippet());
  }

  mergeRequest(given: InProject<CreateMergeRequestParams> = {}): Promise<Made<MergeRequestView>> {
    return this.inProject('merge_requests', given, this.params.mergeRequest());
  }

  /** Creates a note on an issue, snippet or merge request. The author defaults to the author of that. */
  async note({
    on,
    author,
    ...given
  }: Given<CreateNoteParams> & { on?: Noteable; author?: ForgeUser } = {}): Promise<
    Made<NoteView>
  > {
    const noteable = on ?? (await this.issue());
    const client = this.in(noteable.author.id, author);
    return create(client, `${noteable.at}/notes`, { ...this.params.note(), ...given });
  }

  /** Adds a unique SSH key. */
  key(user: ForgeUser, given: { title?: string; key?: string } = {}): Promise<KeyView> {
    return create(this.as(user), '/user/keys', { ...this.params.key(), ...given });
  }

  /** Adds a secondary email address. */
  email(user: ForgeUser, email = this.params.email().email): Promise<EmailView> {
    return create(this.as(user), '/user/emails', { email });
  }

  protected resetCount(): void {
    this.params.reset();
  }

  private async inProject<View extends object>(
    collection: string,
    { project, author, ...given }: { project?: Made<ProjectView>; author?: ForgeUser },
    missing: object,
  ): Promise<Made<View>> {
    const { at, owner } = project ?? (await this.project());
    return create(this.in(owner.id, author), `${at}/${collection}`, { ...missing, ...given });
  }

  /** Uses sudo if only the id of the user is known. */
  private in(id: number, person: ForgeUser | undefined): ForgeClient {
    return person ? this.as(person) : this.admin.with({ sudo: String(id) });
  }
}
