import { showsErrors } from './errors.js';
import { didTheJob, runScript } from './job.js';

const AWARDS = '/projects/:id/snippets/:snippet_id/notes/:note_id/award_emoji';
const AWARDS_ON_SNIPPET_NOTES = [
  ...[`GET ${AWARDS}`, `POST ${AWARDS}`],
  ...[`GET ${AWARDS}/:award_id`, `DELETE ${AWARDS}/:award_id`],
];

const TITLE = "Debian's libgitlab-api-v4-perl 0.26";

// A GET that returns 404 is no error to the library.
const missing = 'undefined';

didTheJob(TITLE, (given) => runScript('/usr/bin/perl', 'perl_gitlab_job.pl', given), {
  missing,
  withoutAwardsOnSnippetNotes: true,
  missed: [
    'GET /keys',
    ...AWARDS_ON_SNIPPET_NOTES,
    'POST /session',
    'DELETE /users/:id/identities/:provider',
  ],
});

showsErrors(TITLE, (given) => runScript('/usr/bin/perl', 'perl_gitlab_errors.pl', given), {
  instead: { unknown_route: missing },
});
