import { Gitlab14Job } from './gitlab-14-job.js';
import { didTheJob } from './job.js';

didTheJob('npm gitlab 14.2.2', (given) => new Gitlab14Job(given).run(), {
  // It makes {} of false.
  blocked: [true, {}, true],
});
