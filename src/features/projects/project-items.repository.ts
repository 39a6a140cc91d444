import type { ObjectLiteral } from 'typeorm';
import type { Actor } from '../../core/auth/actor.js';
import { claim } from '../../database/claims.js';
import { nowOrLater } from '../../database/clock.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import { statement, updateWhere, type Statement } from '../../database/statement.js';
import { JOIN_VIEWER, VIEWER_UNCHANGED } from '../users/people.repository.js';
import type { ProjectRef } from './project-ref.js';
import { JOIN_MEMBERSHIP, LEVEL, PROJECT_VISIBLE } from './project-visibility.js';

/** The fields of an issue, snippet or merge request that decide who may do what with it and its notes. */
export interface ProjectItem {
  id: number;
  project_id: number;
  author_id: number;
  /** Always null for snippets. */
  assignee_id: number | null;
  /** The viewer's access level in the project. */
  level: number;
}

type Prefixed<Fields> = { [Name in keyof Fields as `item_${Name & string}`]: Fields[Name] };
/** An item in one row with something else. */
type ItemInRow = Prefixed<Omit<ProjectItem, 'level'>> & Pick<ProjectItem, 'level'>;

export const itemInRow = (row: ItemInRow): ProjectItem => ({
  id: row.item_id,
  project_id: row.item_project_id,
  author_id: row.item_author_id,
  assignee_id: row.item_assignee_id,
  level: row.level,
});

/** A statement for both forms in which a path names a project. */
type ItemQuery<Row> = Record<ProjectRef['by'], Statement<Row>>;

const CONDITION = {
  id: 'p.id = :project',
  path: `p.path_key = :path AND p.owner_id =
    (SELECT id FROM users WHERE username_key = :namespace AND ghost_id IS NULL)`,
};

/**
 * A condition of lists: the project of the item. The driver sends numbers as DOUBLE. Without the cast, MariaDB 11.8 does not
 * derive the id of the joined project, and may join all projects (docs/databases.md).
 */
export const inProject = (alias: string): string =>
  `${alias}.project_id = CAST(:project AS SIGNED)`;

/** Builds a statement about project `p`, for both forms. */
export const forProject = <Row>(sql: (condition: string) => string): ItemQuery<Row> => ({
  id: statement<Row>(sql(CONDITION.id)),
  path: statement<Row>(sql(CONDITION.path)),
});

/**
 * Builds statements that find one item of project `p` by its id or iid, `:item`, if the viewer may see both. They also
 * select the viewer's level.
 *
 * @param table the item's table and alias: `issues i`
 * @param visible who may see the item, a condition on the alias
 */
export const visibleItem =
  (table: string, visible: string, key: 'id' | 'iid' = 'id') =>
  <Row>(columns: string, joins = ''): ItemQuery<Row> => {
    const alias = table.split(' ')[1] ?? table;
    return forProject<Row>(
      (condition) => `SELECT ${columns}, ${LEVEL} AS level
        FROM ${table} JOIN projects p ON p.id = ${alias}.project_id ${JOIN_MEMBERSHIP} ${joins}
        WHERE ${alias}.${key} = :item AND ${condition} AND ${PROJECT_VISIBLE} AND ${visible}`,
    );
  };

/** What the repositories of issues, snippets and merge requests have in common. */
export abstract class ProjectItemsRepository<
  Entity extends ObjectLiteral,
> extends FeatureRepository<Entity> {
  protected abstract readonly itemQueries: ItemStatements;

  /**
   * Null if the actor may not see the project or the item. In a unit of work, also keeps others from changing the rows
   * that decide about it.
   */
  findItem(actor: Actor, { by, values }: ProjectRef, id: number): Promise<ProjectItem | null> {
    const query = this.itemQueries.item[by];
    return this.deciding(query, Object.assign({ item: id }, actor.viewer, values));
  }

  /**
   * Sets `updated_at` if the actor is active and sees the item now. False if not, or if the actor's rights have changed
   * since they were read. Locks the row until the unit ends, and keeps others from changing what decides.
   */
  async touch({ viewer }: Actor, id: number, now: number): Promise<boolean> {
    // The time may be the same as before.
    await this.unit.claim(this.itemQueries.claim, { id });
    return (await this.unit.write(this.itemQueries.touch, { id, now, ...viewer })) > 0;
  }

  /** Locks the row until the unit ends. False if the item is gone. */
  async lockRow(id: number): Promise<boolean> {
    return (await this.unit.lock(this.itemQueries.byId, { id })).length > 0;
  }

  protected findVisible<Row>(
    query: ItemQuery<Row>,
    actor: Actor,
    { by, values }: ProjectRef,
    id: number,
  ): Promise<Row | null> {
    return this.statements.row(query[by], Object.assign({ item: id }, actor.viewer, values));
  }
}

export interface ItemStatements {
  item: ItemQuery<ProjectItem>;
  /**
   * Like `item`, with the columns of further tables.
   *
   * @param joins gets the SQL of the item's id
   */
  itemWith: <More>(columns: string, joins: (id: string) => string) => ItemQuery<ItemInRow & More>;
  touch: Statement;
  claim: Statement;
  byId: Statement<{ id: number }>;
  /** Joins the item, by the SQL of its id, with all that `isSeen` is about. */
  joinItem: (id: string) => string;
  /** A condition of a write: the viewer is active and sees the item now, with the rights that were read before. */
  isSeen: string;
}

/** @param assignee SQL of the assignee's id, which not all items have */
export const itemStatements = (
  table: string,
  visible: string,
  assignee: string,
): ItemStatements => {
  const [name = table, alias = table] = table.split(' ');
  const fields = (prefix = '') => {
    const own = ['id', 'project_id', 'author_id'].map((name) => [`${alias}.${name}`, name]);
    const all = [...own, [assignee, 'assignee_id']];
    return all.map(([sql, name]) => `${sql} AS ${prefix}${name}`).join(', ');
  };
  const visibleOne = visibleItem(table, visible);
  // In this order the rows are locked, as the checks of rights lock them: the item before its project.
  const joinDeciding = `JOIN projects p ON p.id = ${alias}.project_id ${JOIN_VIEWER} ${JOIN_MEMBERSHIP}`;
  const isSeen = `${PROJECT_VISIBLE} AND ${visible} AND ${VIEWER_UNCHANGED}`;
  return {
    item: visibleOne(fields()),
    itemWith: (columns, joins) =>
      visibleOne(`${fields('item_')}, ${columns}`, joins(`${alias}.id`)),
    touch: updateWhere({
      table,
      set: { updated_at: nowOrLater(`${alias}.updated_at`) },
      joins: joinDeciding,
      where: `${alias}.id = :id AND ${isSeen}`,
    }),
    joinItem: (id) => `JOIN ${table} ON ${alias}.id = ${id} ${joinDeciding}`,
    isSeen,
    claim: claim(name, 'id = :id'),
    byId: statement(`SELECT id FROM ${name} WHERE id = :id AND deleted_at IS NULL`),
  };
};
