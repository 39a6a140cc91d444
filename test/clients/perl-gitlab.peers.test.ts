import { didTheJob, runScript } from './job.js';

didTheJob(
  "Debian's libgitlab-api-v4-perl 0.26",
  (given) => runScript('/usr/bin/perl', 'perl_gitlab_job.pl', given),
  // A GET that returns 404 is no error to the library.
  { missing: 'undefined' },
);
