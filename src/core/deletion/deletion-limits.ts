import { Injectable } from '@nestjs/common';

/** Tests set smaller values. */
@Injectable()
export class DeletionLimits {
  /** A deletion of at most so many rows, without its root, is one unit of work. */
  rowsPerUnit = 500;
  /** At most 500. A batch of 200 keeps writers on the embedded engine waiting for about 10 ms. */
  rowsPerBatch = 200;
  /** After each batch, the worker rests for as long as the batch took, but not longer. */
  maxRestMs = 100;
  /** How often a running service looks for deletions that another process left unfinished. */
  resumeIntervalMs = 60_000;
}
