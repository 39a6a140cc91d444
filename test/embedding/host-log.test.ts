import { inspect } from 'node:util';
import { Module } from '@nestjs/common';
import {
  ActorFactory,
  CreateUserInput,
  ForgenoteModule,
  inputOf,
  UsersService,
} from '../../src/app/embedding/forgenote.module.js';
import { Canaries } from '../canaries/canaries.js';
import type { RunningApp } from '../support/app.js';
import type { Client } from '../support/client.js';
import { endHosts, hostSettings, rootAt, seedIssue, startHost } from '../support/host.js';
import { failAt, injectFailures } from '../support/injected-failures.js';
import { recordLog } from '../support/log.js';

type Started = RunningApp & { root: Client };

async function startForge(): Promise<Started> {
  const settings = await hostSettings();
  @Module({ imports: [ForgenoteModule.forRoot(settings)] })
  class WithForge {}
  const { app, url } = await startHost(WithForge);
  return { app, root: await rootAt(url) };
}

afterEach(endHosts);

describe('a host application', () => {
  it('logs no values of statements that fail', async () => {
    const forge = await startForge();
    const { project, issue } = await seedIssue(forge.root);
    const canaries = new Canaries();
    await injectFailures(forge);
    // The module of the test has just set a logger of its own.
    const log = recordLog();

    await failAt(forge, 1);
    const user = {
      username: 'grace',
      name: 'Grace',
      email: `${canaries.plant('email')}@example.com`,
      password: canaries.plant('password'),
    };
    const userResponse = await forge.root.post('/users', user);
    await failAt(forge, 1);
    const path = `/projects/${project.id}/issues/${issue.id}/notes`;
    const noteResponse = await forge.root.post(path, { body: canaries.plant('body') });
    await failAt(forge, 0);
    log.stop();

    canaries.plant('any password hash', '$argon2');
    canaries.watch('the log', inspect(log.lines, { depth: null }));
    expect([userResponse.status, noteResponse.status]).toEqual([500, 500]);
    expect(canaries.leaks()).toEqual([]);
    // It still says what failed.
    expect(log.lines).toMatchObject([
      { error: { statement: 'INSERT users' } },
      { error: { statement: 'INSERT notes' } },
    ]);
  });

  it('gets no values with the error of a service that a host calls', async () => {
    const forge = await startForge();
    await injectFailures(forge);
    const canaries = new Canaries();
    const given = {
      username: 'grace',
      name: 'Grace',
      email: `${canaries.plant('email')}@example.com`,
      password: canaries.plant('password'),
    };
    canaries.plant('any password hash', '$argon2');
    await failAt(forge, 1);
    const actor = await forge.app.get(ActorFactory).forUser('root');
    const creating = forge.app.get(UsersService).create(actor, inputOf(CreateUserInput, given));
    const error = await creating.catch((thrown: unknown) => thrown);
    expect(String(error)).toContain('injected failure');
    canaries.watch('the error', inspect(error, { depth: null, showHidden: true }));
    canaries.watch('the error as JSON', JSON.stringify(error));
    expect(canaries.leaks()).toEqual([]);
  });
});
