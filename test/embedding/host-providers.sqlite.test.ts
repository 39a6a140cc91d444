import { Injectable, Module } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import {
  ActorFactory,
  CreateNoteInput,
  FORGENOTE,
  ForgenoteModule,
  inputOf,
  Note,
  NotesService,
  projectRef,
  User,
  type ReadRepository,
} from '../../src/app/embedding/forgenote.module.js';
import type { Client } from '../support/client.js';
import { endHosts, hostSettings, rootAt, startHost } from '../support/host.js';
import { Seed, type Resource, type SeededUser } from '../support/seed.js';

/** What a host does with the providers of the module, without HTTP. */
@Injectable()
class Reviews {
  constructor(
    readonly actors: ActorFactory,
    readonly notes: NotesService,
    @InjectRepository(Note, FORGENOTE) readonly noteRows: ReadRepository<Note>,
    @InjectRepository(User, FORGENOTE) readonly userRows: ReadRepository<User>,
  ) {}

  async comment(username: string, body: string) {
    const actor = await this.actors.forUser(username);
    return this.notes.create(actor, noteable(), inputOf(CreateNoteInput, { body }));
  }
}

let root: Client;
let seed: Seed;
let reviews: Reviews;
let ada: SeededUser;
let project: Resource;
let issue: Resource;
const noteable = () =>
  ({ project: projectRef(String(project.id)), type: 'Issue', id: issue.id }) as const;

beforeAll(async () => {
  const settings = await hostSettings();
  @Module({ imports: [ForgenoteModule.forRoot(settings)], providers: [Reviews] })
  class HostModule {}
  const { app, url } = await startHost(HostModule);
  reviews = app.get(Reviews);
  root = await rootAt(url);
  seed = new Seed(root);
});
beforeEach(async () => {
  ada = await seed.user();
  project = await seed.project(ada);
  issue = await seed.issue(project, ada);
});
afterAll(endHosts);

describe('the providers for the host', () => {
  it('write as an actor, with the rights and rules of the API', async () => {
    expect(await reviews.comment(ada.username, 'From the host')).toMatchObject({
      note: { body: 'From the host', author_username: ada.username },
    });
    const notes = await ada.client.get(`${issue.at}/notes`);
    expect(notes.body).toMatchObject([{ body: 'From the host' }]);
    await expect(reviews.comment(ada.username, ' ')).rejects.toMatchObject({ status: 400 });
    await expect(reviews.comment('nobody', 'x')).rejects.toMatchObject({ status: 404 });
  });

  it('refuse an actor who is blocked, also if the block comes after the actor', async () => {
    const actor = await reviews.actors.forUser(ada.id);
    await root.put(`${ada.at}/block`);
    await expect(
      reviews.notes.create(actor, noteable(), inputOf(CreateNoteInput, { body: 'late' })),
    ).rejects.toMatchObject({ status: 401 });
    await expect(reviews.comment(ada.username, 'later')).rejects.toMatchObject({ status: 401 });
    expect(await reviews.noteRows.countBy({ noteableId: issue.id })).toBe(0);
  });

  it('read with the repositories of TypeORM, which have no methods that write', async () => {
    await reviews.comment(ada.username, 'One');
    await reviews.comment(ada.username, 'Two');
    const found = await reviews.noteRows.find({
      where: { noteableId: issue.id },
      order: { id: 'ASC' },
    });
    expect(found.map(({ body }) => body)).toEqual(['One', 'Two']);
    expect(await reviews.userRows.findOneBy({ username: ada.username })).toMatchObject({
      admin: false,
    });
    expect(await reviews.noteRows.maximum('id', { noteableId: issue.id })).toBe(found[1]?.id);
    const query = reviews.noteRows.createQueryBuilder('note');
    expect(await query.where({ noteableId: issue.id }).getCount()).toBe(2);
    for (const name of ['save', 'update', 'delete', 'query', 'manager'])
      expect(reviews.noteRows).not.toHaveProperty(name);
  });
});
