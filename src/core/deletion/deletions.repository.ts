import { FeatureRepository } from '../../database/feature-repository.js';
import { statement } from '../../database/statement.js';
import type { Kind } from './deletion-registry.js';
import type { Deletion } from './deletion.entity.js';

/** The row that a client deletes. */
export interface Root {
  kind: Kind;
  id: number;
  /** Of a user: who becomes the author of the content. If null, the content is deleted too. */
  ghost: number | null;
}

const UNFINISHED = statement<Root>(
  'SELECT kind, root_id AS id, ghost_id AS ghost FROM deletions ORDER BY created_at, id',
);
const ADD = statement(
  'INSERT INTO deletions (kind, root_id, ghost_id, created_at) VALUES (:kind, :id, :ghost, :now)',
);
const REMOVE = statement('DELETE FROM deletions WHERE kind = :kind AND root_id = :id');

/** The deletions whose root is marked and not yet deleted. */
export class DeletionsRepository extends FeatureRepository<Deletion> {
  /** Oldest first. */
  unfinished(): Promise<Root[]> {
    return this.statements.rows(UNFINISHED);
  }

  async add({ kind, id, ghost }: Root, now: number): Promise<void> {
    await this.unit.write(ADD, { kind, id, ghost, now });
  }

  /** Also if another process has done it. */
  async finish({ kind, id }: Root): Promise<void> {
    await this.unit.write(REMOVE, { kind, id });
  }
}
