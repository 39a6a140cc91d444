import { showsErrors } from './errors.js';
import { didTheJob, runScript } from './job.js';
import { FIND_KEY, REMOVE_IDENTITY, SIGN_IN } from './operations.js';

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
  missed: [FIND_KEY, ...AWARDS_ON_SNIPPET_NOTES, SIGN_IN, REMOVE_IDENTITY],
});

showsErrors(TITLE, (given) => runScript('/usr/bin/perl', 'perl_gitlab_errors.pl', given), {
  instead: { unknown_route: missing },
});
