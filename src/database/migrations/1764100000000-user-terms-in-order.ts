import type { MigrationInterface } from 'typeorm';

/** Databases remember it; what it made, the next one makes anew. */
export class UserTermsInOrder1764100000000 implements MigrationInterface {
  name = 'UserTermsInOrder1764100000000';

  up(): Promise<void> {
    return Promise.resolve();
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
