import type { Actor } from '../../core/auth/actor.js';
import { DELETED_AT, type OwnedRows } from '../../core/deletion/deletion-registry.js';
import { Listing } from '../../database/listing.js';
import { columns, type NewRow, type Row } from '../../database/rows.js';
import { statement } from '../../database/statement.js';
import type { Page } from '../../http/pagination/page.js';
import { countItems, paginate } from '../../http/pagination/paginate.js';
import {
  inProject,
  itemStatements,
  ProjectItemsRepository,
  visibleItem,
} from '../projects/project-items.repository.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { JOIN_MEMBERSHIP } from '../projects/project-visibility.js';
import { shownId } from '../users/users.repository.js';
import { hasLabel, labelsOfItem } from './labels.repository.js';
import { labelNames } from './label-names.js';
import type { ItemPageParams } from './numbered-item.dto.js';
import type { NumberedItemRow } from './numbered-item.view.js';

/** What entities of issues and merge requests have in common. */
interface NumberedItem {
  id: number;
  iid: number;
  projectId: number;
  authorId: number;
  assigneeId: number | null;
  deletedAt?: number | null;
}

/** Rows have the people as others see them, and no mark of a deletion. */
const LEFT_OUT = ['authorId', 'assigneeId', 'deletedAt'] as const;

/** The columns of an item, with its people and its project. */
export type ItemRow<Item extends NumberedItem> = NumberedItemRow &
  Row<Omit<Item, (typeof LEFT_OUT)[number]>>;

export type VisibleItem<Item extends NumberedItem> = ItemRow<Item> & {
  /** The viewer's access level in the project. */
  level: number;
};

const KINDS = { issues: 'Issue', merge_requests: 'MergeRequest' } as const;

interface ItemTable<Item extends NumberedItem> {
  entity: new () => Item;
  name: keyof typeof KINDS;
  alias: string;
  /** The column of projects with the highest iid so far. */
  counter: string;
  /** Who may see the item, a condition on the alias. */
  visible: string;
  /** The filters of the list: one for each state, and those by the name of a parameter. */
  filters: Record<string, string>;
}

/** The statements of issues or merge requests. */
export function numberedItemStatements<Item extends NumberedItem>(items: ItemTable<Item>) {
  const { entity, name, alias, counter, visible } = items;
  const table = `${name} ${alias}`;
  const kind = KINDS[name];
  const joinProject = `JOIN projects p ON p.id = ${alias}.project_id`;
  const joinPeople = `JOIN users a ON a.id = ${alias}.author_id JOIN users o ON o.id = p.owner_id
    LEFT JOIN users s ON s.id = ${alias}.assignee_id AND s.ghost_id IS NULL`;
  const shown = `${columns(entity, alias, LEFT_OUT)},
    ${shownId('a')} AS author_id, a.name AS author_name, a.username AS author_username, a.state AS author_state,
    s.id AS assignee_id, s.name AS assignee_name, s.username AS assignee_username, s.state AS assignee_state,
    p.path AS project_path, o.username AS project_owner, ${labelsOfItem(kind, `${alias}.id`)} AS labels`;
  const visibleBy = (key: 'id' | 'iid') =>
    visibleItem(table, visible, key)<VisibleItem<Item>>(shown, joinPeople);
  return {
    item: itemStatements(table, visible, `${alias}.assignee_id`),
    byId: visibleBy('id'),
    byIid: visibleBy('iid'),
    row: statement<ItemRow<Item>>(
      `SELECT ${shown} FROM ${table} ${joinProject} ${joinPeople} WHERE ${alias}.id = :id`,
    ),
    own: statement<Row<Item>>(
      `SELECT ${columns(entity, alias)} FROM ${table} WHERE ${alias}.id = :id AND ${alias}.deleted_at IS NULL`,
    ),
    list: new Listing<ItemRow<Item>>({
      table,
      filterJoins: `${joinProject} ${JOIN_MEMBERSHIP}`,
      where: `${inProject(alias)} AND ${visible}`,
      filters: {
        ...items.filters,
        iid: `${alias}.iid = :iid`,
        labels: hasLabel(kind, `${alias}.id`),
      },
      joins: `${joinProject} ${joinPeople}`,
      columns: shown,
    }),
    raiseCounter: statement(
      `UPDATE projects SET ${counter} = (SELECT MAX(iid) FROM ${name} WHERE project_id = :project) WHERE id = :project`,
    ),
    /** True of project `t` if its counter would give an iid a second time. */
    isCounterBehind: `EXISTS (SELECT 1 FROM ${name} i WHERE i.project_id = t.id AND i.iid > t.${counter})`,
  };
}

/** Issues or merge requests of a deleted project, author or assignee. For an assignee, only the column is set to null. */
export const ownedItems = (table: string, kind: 'Issue' | 'MergeRequest'): OwnedRows[] => [
  {
    table,
    kind,
    mark: DELETED_AT,
    of: { Project: 'project_id IN (:owners...)', User: 'author_id IN (:owners...)' },
    handOver: 'author_id = :ghost',
  },
  { table, of: { User: 'assignee_id IN (:owners...)' }, change: 'assignee_id = NULL' },
];

/** What the repositories of issues and merge requests have in common. */
export abstract class NumberedItemsRepository<
  Item extends NumberedItem,
> extends ProjectItemsRepository<Item> {
  protected abstract readonly queries: ReturnType<typeof numberedItemStatements<Item>>;

  protected get itemQueries() {
    return this.queries.item;
  }

  /** Makes the next iid one that was never given. */
  async raiseCounter(project: number): Promise<void> {
    await this.unit.write(this.queries.raiseCounter, { project });
  }

  /** Null if the actor may not see the project or the item. */
  findById(actor: Actor, ref: ProjectRef, id: number): Promise<VisibleItem<Item> | null> {
    return this.findVisible(this.queries.byId, actor, ref, id);
  }

  /** Null if the actor may not see the project or the item with this number in it. */
  findByIid(actor: Actor, ref: ProjectRef, iid: number): Promise<VisibleItem<Item> | null> {
    return this.findVisible(this.queries.byIid, actor, ref, iid);
  }

  /** The items of a project that the actor may see. */
  list(
    actor: Actor,
    project: number,
    params: ItemPageParams & { state?: string },
  ): Promise<Page<ItemRow<Item>>> {
    return paginate(this.rows(actor, project, params), params);
  }

  /** How many items in this state the actor may see. Null above `MAX_COUNT`. */
  countInState(actor: Actor, project: number, state: string): Promise<number | null> {
    return countItems(this.rows(actor, project, { state }));
  }

  private rows(actor: Actor, project: number, params: ItemPageParams & { state?: string }) {
    const { state = 'all', sort = 'desc', order_by } = params;
    const values = { ...actor.viewer, project };
    const labels = params.labels && JSON.stringify([...labelNames(params.labels).keys()]);
    const given = { ...params, labels, [state]: true };
    return this.queries.list.rows(this.database, sort, values, given, order_by);
  }

  /** Returns the id of the new item. */
  add(item: NewRow<Item>): Promise<number> {
    return this.insertRow(item);
  }

  /** Locks the row until the unit ends. Null if the item is gone. */
  async lockOwn(id: number): Promise<Row<Item> | null> {
    return (await this.unit.lock(this.queries.own, { id }))[0] ?? null;
  }
}
