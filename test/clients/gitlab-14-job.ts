import {
  Gitlab,
  refusal,
  type Awards,
  type Notes,
  type Parts,
  type Service,
  type Thing,
} from './gitlab-14.js';
import type { Given } from './job.js';

const all = (things: Thing[], field: string) => things.map((thing) => thing[field]);

/** The job of a client, done with npm's gitlab 14.2.2. */
export class Gitlab14Job {
  private readonly root: Gitlab;
  private readonly ada: Gitlab;

  constructor(private readonly given: Given) {
    this.root = this.as({ token: given.root });
    this.ada = this.as({ token: given.ada });
  }

  private as(options: Record<string, unknown>): Gitlab {
    return new Gitlab({ host: this.given.url, version: 3, ...options });
  }

  async user() {
    const { Users } = this.root;
    const carol = await Users.create({
      ...{ username: 'carol', name: 'Carol', email: 'carol@example.com' },
      ...{ password: 'a password', projectsLimit: 3 },
    });
    const read = await Users.show(carol.id);
    const edited = await Users.edit(carol.id, { name: 'Caroline' });
    const blocked = [await Users.block(carol.id), await Users.block(carol.id)];
    blocked.push(await Users.unblock(carol.id));
    const found = all(await Users.all({ search: 'caro' }), 'username');
    await Users.remove(carol.id);
    return {
      created: [carol['username'], read['email'], read['projects_limit']],
      ...{ edited: edited['name'], blocked, found, gone: await refusal(Users.show(carol.id)) },
    };
  }

  async current_user() {
    const me = await this.ada.Users.current();
    return [me['username'], me['email'], (await this.root.Users.current())['is_admin']];
  }

  private async keysAndEmails({ UserKeys, UserEmails }: Gitlab, of: object, isOwn: boolean) {
    const key = await UserKeys.create('Mill', this.given.key, of);
    const email = await UserEmails.add('second@example.com', of);
    const listed = [all(await UserKeys.all(of), 'title'), all(await UserEmails.all(of), 'email')];
    const taken = [
      await refusal(this.ada.UserKeys.create('Again', this.given.key)),
      await refusal(this.ada.UserEmails.add('second@example.com')),
    ];
    const read = isOwn
      ? [(await UserKeys.show(key.id))['key'], (await UserEmails.show(email.id))['email']]
      : null;
    await UserKeys.remove(key.id, of);
    await UserEmails.remove(email.id, of);
    const left = [(await UserKeys.all(of)).length, (await UserEmails.all(of)).length];
    return { listed, taken, read, left };
  }

  own_keys_and_emails() {
    return this.keysAndEmails(this.ada, {}, true);
  }

  keys_and_emails_of_another() {
    return this.keysAndEmails(this.root, { userId: this.given.bob }, false);
  }

  async projects() {
    const { Projects, ProjectMembers } = this.ada;
    const { id } = await Projects.create({ name: 'Engine', visibilityLevel: 20 });
    const byPath = await Projects.show('ada/engine');
    const edited = await Projects.edit(id, { description: 'Mill and store.' });
    const listed = all(await Projects.all(), 'path');
    await ProjectMembers.add(id, this.given.bob, 30);
    await ProjectMembers.edit(id, this.given.bob, 40);
    const members = await ProjectMembers.all(id);
    const { access_level: member } = await ProjectMembers.show(id, this.given.bob);
    await ProjectMembers.remove(id, this.given.bob);
    await Projects.remove(id);
    return {
      ...{ by_path: byPath.id === id, edited: edited['description'], listed, member },
      members: members.map((one) => [one['username'], one['access_level']]),
      gone: await refusal(Projects.show(id)),
    };
  }

  private async conversation(notes: Notes, awards: Awards, id: number) {
    const at = [this.given.project, id];
    const note = await notes.create(...at, this.given.text);
    const { body: read } = await notes.show(...at, note.id);
    const edited = await notes.edit(...at, note.id, 'Louder now.');
    for (const body of ['second', 'third']) await notes.create(...at, body);
    const listed = all(await notes.all(...at, { perPage: 1 }), 'body');
    const award = await awards.award(...at, 'tada');
    const names = all(await awards.all(...at), 'name');
    const { name: awardRead } = await awards.show(...at, award.id);
    await awards.remove(...at, award.id);
    const onNote = await this.awardsOnNote(awards, at, note.id);
    await notes.remove(...at, note.id);
    return {
      ...{ read, edited: edited['body'], listed, awards: names, award: awardRead },
      awards_on_note: onNote,
      awards_left: (await awards.all(...at)).length,
      gone: await refusal(notes.remove(...at, note.id)),
    };
  }

  private async awardsOnNote(awards: Awards, at: number[], note: number) {
    const { id, name } = await awards.award(...at, 'tada', note);
    const listed = all(await awards.all(...at, note), 'name');
    const read = await awards.show(...at, id, note);
    await awards.remove(...at, id, note);
    return [name, listed, read['name'], (await awards.all(...at, note)).length];
  }

  /** Reads, lists, edits and removes what was made for it. */
  private async item(service: Service<Parts>, { id }: Thing, list: unknown) {
    const { project } = this.given;
    const { title } = await service.show(project, id);
    const listed = (await service.all(list)).filter((one) => one.id === id);
    const edited = await service.edit(project, id, { title: 'It hums loudly' });
    await service.remove(project, id);
    const [status] = (await refusal(service.show(project, id))) as [number];
    return [title, all(listed, 'title'), edited['title'], status === 404 ? 'gone' : status];
  }

  async issue() {
    const { Issues, IssueNotes, IssueAwardEmojis } = this.ada;
    const { project } = this.given;
    const { id } = await Issues.create(project, { title: 'It hums' });
    const result = await this.conversation(IssueNotes, IssueAwardEmojis, id);
    const closed = await Issues.edit(project, id, { stateEvent: 'close' });
    const other = await Issues.create(project, { title: 'It hums' });
    const item = await this.item(Issues, other, { projectId: project });
    return { ...result, item, state: closed['state'] };
  }

  async snippet() {
    const { ProjectSnippets, ProjectSnippetNotes, ProjectSnippetAwardEmojis } = this.ada;
    const { project } = this.given;
    const create = (title: string) =>
      ProjectSnippets.create(project, title, 'mill.rb', 'puts 1\n', 'public', {
        visibilityLevel: 20,
      });
    const { id } = await create('Mill');
    // The library sends them to the issue with the same id.
    const awards = Object.assign(ProjectSnippetAwardEmojis, { resourceType: 'snippets' });
    return {
      ...(await this.conversation(ProjectSnippetNotes, awards, id)),
      item: await this.item(ProjectSnippets, await create('It hums'), project),
      content: await ProjectSnippets.content(project, id),
    };
  }

  async merge_request() {
    const { MergeRequests, MergeRequestNotes, MergeRequestAwardEmojis } = this.ada;
    const { project } = this.given;
    const create = (title: string) => MergeRequests.create(project, 'humming', 'master', title);
    const { id } = await create('Hum less');
    const result = await this.conversation(MergeRequestNotes, MergeRequestAwardEmojis, id);
    const closed = await MergeRequests.edit(project, id, { stateEvent: 'close' });
    const other = await create('It hums');
    const item = await this.item(MergeRequests, other, { projectId: project });
    return { ...result, item, state: closed['state'] };
  }

  async labels() {
    const { Labels, Issues } = this.ada;
    const { project } = this.given;
    const made = await Labels.create(project, 'bug', '#D9534F', { description: 'It fails.' });
    const { id } = await Issues.create(project, { title: 'It hums', labels: 'bug,mill' });
    const listed = all(await Labels.all(project), 'name');
    const changes = { newName: 'defect', color: '#428BCA' };
    const edited = await Labels.edit(project, 'bug', changes);
    const { labels } = await Issues.show(project, id);
    await Labels.remove(project, 'defect');
    return {
      created: [made['name'], made['color'], made['description']],
      ...{ listed, edited: [edited['name'], edited['color']], on_issue: labels },
      left: all(await Labels.all(project), 'name'),
      gone: await refusal(Labels.remove(project, 'defect')),
    };
  }

  async events() {
    const events = await this.root.Users.events(this.given.ada_id, { perPage: 1 });
    return [...new Set(all(events, 'action_name'))].sort();
  }

  async long_list() {
    const { project, long_issue } = this.given;
    const list = async (perPage: number) =>
      all(await this.ada.IssueNotes.all(project, long_issue, { perPage }), 'body');
    const [whole, other] = [await list(100), await list(20)];
    return [whole.length, whole[0], whole.at(-1), whole.join() === other.join()];
  }

  async sudo() {
    const by = await this.as({ token: this.given.root, sudo: 'ada' }).Issues.create(
      this.given.project,
      { title: 'By sudo' },
    );
    const { username } = by['author'] as { username: string };
    const client = this.as({ token: this.given.ada, sudo: 'root' });
    return [username, await refusal(client.Users.all())];
  }

  async bearer() {
    return (await this.as({ oauthToken: this.given.ada }).Users.current())['username'];
  }

  async run(): Promise<Record<string, unknown>> {
    const parts = {
      user: () => this.user(),
      current_user: () => this.current_user(),
      own_keys_and_emails: () => this.own_keys_and_emails(),
      keys_and_emails_of_another: () => this.keys_and_emails_of_another(),
      projects: () => this.projects(),
      issue: () => this.issue(),
      snippet: () => this.snippet(),
      merge_request: () => this.merge_request(),
      labels: () => this.labels(),
      events: () => this.events(),
      long_list: () => this.long_list(),
      sudo: () => this.sudo(),
      bearer: () => this.bearer(),
    };
    const answers: Record<string, unknown> = {};
    for (const [name, part] of Object.entries(parts))
      answers[name] = await part().catch((error: unknown) => `failed: ${String(error)}`);
    return answers;
  }
}
