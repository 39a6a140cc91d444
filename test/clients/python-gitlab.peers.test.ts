import { didTheJob, runScript } from './job.js';

didTheJob("Debian's python3-gitlab 3.12.0", (given) =>
  runScript('/usr/bin/python3', 'python_gitlab_job.py', given),
);
