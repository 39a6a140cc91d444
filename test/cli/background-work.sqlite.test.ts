import { holdSender, outboxOf } from '../emails/outbox.js';
import { startForge, type Forge } from '../support/app.js';
import { holdWorker, setRowsPerUnit, unfinishedDeletions } from '../support/deletions.js';
import { everyRow, write } from '../support/internals.js';
import { openMailbox, type Mailbox } from '../support/mailbox.js';
import { runCommand } from '../support/run-command.js';

const DAY_MS = 86_400_000;

let mailbox: Mailbox;
let forge: Forge;
beforeEach(async () => {
  mailbox = await openMailbox();
  forge = await startForge({ SMTP_URL: mailbox.url });
});
afterEach(async () => {
  await forge.close();
  await mailbox.close();
});

/** Work that a service begins at its start: a mail that is due, a marked deletion, and an event that is too old. */
async function leaveWork(): Promise<void> {
  holdSender(forge);
  holdWorker(forge);
  // Waits for a mail that confirms the address.
  const owner = await forge.seed.user();
  const project = await forge.seed.project(owner);
  for (let n = 0; n < 3; n++) await forge.seed.issue(project, owner);
  setRowsPerUnit(forge, 1);
  expect((await forge.root.delete(project.at)).status).toBe(200);
  await write(forge, 'UPDATE audit_events SET created_at = :old', {
    old: Date.now() - 1_000 * DAY_MS,
  });
  expect(await outboxOf(forge)).toHaveLength(1);
  expect(await unfinishedDeletions(forge)).toBe(1);
}

describe('A command', () => {
  it.each([['doctor'], ['admin list']])('sends no mail and changes no row: %s', async (words) => {
    await leaveWork();
    const before = await everyRow(forge);
    const settings = { ...forge.settings, SMTP_URL: mailbox.url };
    expect(await runCommand(settings, words.split(' '))).toMatchObject({ code: 0 });
    expect(await everyRow(forge)).toEqual(before);
    expect(mailbox.unread).toEqual([]);
  });
});
