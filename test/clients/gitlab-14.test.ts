import { showsErrors, TOO_LARGE_LENGTH, UNAVAILABLE_LENGTH } from './errors.js';
import { Gitlab14Job } from './gitlab-14-job.js';
import { Gitlab, refusal } from './gitlab-14.js';
import { didTheJob } from './job.js';
import { FIND_KEY, REMOVE_IDENTITY, SIGN_IN } from './operations.js';

const TITLE = 'npm gitlab 14.2.2';

didTheJob(TITLE, (given) => new Gitlab14Job(given).run(), {
  // It makes {} of false.
  blocked: [true, {}, true],
  missed: [FIND_KEY, SIGN_IN, REMOVE_IDENTITY],
});

showsErrors(
  TITLE,
  async (given) => {
    const client = (token: string) => new Gitlab({ host: given.url, token, version: 3 });
    const ada = client(given.ada);
    const { project, issue } = given;
    const createLong = (length: number) =>
      ada.Issues.create(project, { title: 'Long', description: 'x'.repeat(length) });
    return {
      // It repeats GET, PUT and DELETE after these, but not POST.
      unavailable: await refusal(createLong(UNAVAILABLE_LENGTH)),
      too_large: await refusal(createLong(TOO_LARGE_LENGTH)),
      limited: await refusal(ada.IssueNotes.create(project, issue, 'Second.')),
      unauthorized: await refusal(client(given.nobody).Users.all()),
      forbidden: await refusal(ada.Users.block(given.bob)),
      not_found: await refusal(ada.Issues.edit(project, 999_999, { title: 'x' })),
      unknown_route: await refusal(ada.Branches.all(project)),
      invalid: await refusal(ada.Issues.create(project, { title: '' })),
      unsupported: await refusal(ada.Issues.all({ projectId: project, scope: 'all' })),
      conflict: await refusal(ada.IssueAwardEmojis.award(project, issue, '100')),
    };
  },
  { without: ['not_allowed', 'unsupported_type'] },
);
