import { JOIN_MEMBERSHIP, LEVEL, PROJECT_VISIBLE } from '../auth/visibility.js';
import type { Statement } from '../database/statement.js';
import { forProject, type ProjectRef } from './project-ref.js';

/** What of a thing in a project decides who may do what with it, and with what stands on it. */
export interface ThingAlone {
  id: number;
  project_id: number;
  author_id: number;
  /** The viewer's in its project. */
  level: number;
}

/**
 * Finds one thing of project `p` by its id, `:thing`, where the viewer may see both, with his level.
 *
 * @param table the thing's and its alias: `issues i`
 * @param visible a condition of `visibility.ts` on it
 */
export const seenThing =
  (table: string, visible: string) =>
  <Row>(columns: string, joins = ''): Record<ProjectRef['by'], Statement<Row>> => {
    const alias = table.split(' ')[1] ?? table;
    return forProject<Row>(
      (condition) => `SELECT ${columns}, ${LEVEL} AS level
        FROM ${table} JOIN projects p ON p.id = ${alias}.project_id ${JOIN_MEMBERSHIP} ${joins}
        WHERE ${alias}.id = :thing AND ${condition} AND ${PROJECT_VISIBLE} AND ${visible}`,
    );
  };
