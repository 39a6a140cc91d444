import { showsErrors } from './errors.js';
import { didTheJob, runScript, shown } from './job.js';
import { SIGN_IN } from './operations.js';

const NO_SUCH_PATH = shown(404, '404 Not Found');

const TITLE = "Debian's python3-gitlab 3.12.0";

didTheJob(TITLE, (given) => runScript('/usr/bin/python3', 'python_gitlab_job.py', given), {
  more: {
    key_by_fingerprint: ['Mill', 'ada'],
    labels_by_path: [NO_SUCH_PATH, NO_SUCH_PATH, NO_SUCH_PATH],
  },
  missed: [SIGN_IN],
});

showsErrors(TITLE, (given) => runScript('/usr/bin/python3', 'python_gitlab_errors.py', given));
