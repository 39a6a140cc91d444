import { In, IsNull, Not } from 'typeorm';
import type { OwnedRows } from '../../core/deletion/deletion-registry.js';
import { FeatureRepository } from '../../database/feature-repository.js';
import type { NewRow } from '../../database/rows.js';
import { jsonArray, statement } from '../../database/statement.js';
import { Invalid } from '../../http/errors/errors.js';
import { Label, LabelLink } from './label.entity.js';
import { inAlphabeticalOrder, labelNames } from './label-names.js';

/** What has labels. */
export interface LabelledItem {
  type: LabelLink['itemType'];
  id: number;
}

interface LabelRow {
  id: number;
  name: string;
}

/** Names in alphabetical order. */
export interface LabelChanges {
  added: string[];
  removed: string[];
}

/** Labels of one project at most. */
const MAX_IN_PROJECT = 1_000;
const DEFAULT_COLOR = '#428BCA';

const LINKED = 'label_links k JOIN labels l ON l.id = k.label_id AND l.name_key IS NOT NULL';

/** SQL of the labels of an item, each as its color and its name: see `jsonArray`. @param id SQL of its id */
export const labelsOfItem = (type: LabelledItem['type'], id: string): string =>
  `(SELECT ${jsonArray('CONCAT(l.color, l.name)')} FROM ${LINKED} WHERE k.item_type = '${type}' AND k.item_id = ${id})`;

/** A condition: the item has one of the labels of the project with the keys `:labels`. @param id SQL of its id */
export const hasLabel = (type: LabelledItem['type'], id: string): string =>
  `${id} IN (SELECT k.item_id FROM ${LINKED} WHERE k.item_type = '${type}'
    AND l.project_id = :project AND l.name_key IN (:labels... text))`;

const PROJECT = statement<{ id: number }>('SELECT id FROM projects WHERE id = :project');
const OF_ITEM = statement<LabelRow>(
  `SELECT l.id, l.name FROM ${LINKED} WHERE k.item_type = :type AND k.item_id = :id`,
);
const WITH_KEYS = statement<LabelRow & { name_key: string }>(
  'SELECT id, name, name_key FROM labels WHERE project_id = :project AND name_key IN (:keys... text)',
);

/** The labels of projects, and which issues and merge requests have them. All methods need a unit of work. */
export class LabelsRepository extends FeatureRepository<Label> {
  static readonly owned: readonly OwnedRows[] = [
    {
      table: 'labels',
      kind: 'Label',
      mark: { set: 'name_key = NULL', isUnset: 'name_key IS NOT NULL' },
      of: { Project: 'project_id IN (:owners...)' },
    },
    {
      table: 'label_links',
      of: {
        Label: 'label_id IN (:owners...)',
        Issue: "item_type = 'Issue' AND item_id IN (:owners...)",
        MergeRequest: "item_type = 'MergeRequest' AND item_id IN (:owners...)",
      },
    },
  ];

  /**
   * Locks the project until the unit ends. Before its labels or those of an item change, so that two units neither create
   * the same label nor give an item a label that is being deleted.
   */
  async lockProject(project: number): Promise<void> {
    await this.unit.lock(PROJECT, { project });
  }

  /**
   * Replaces the labels of an item, and creates those that the project does not have. The project is locked. Returns null if
   * nothing changes.
   *
   * @param text names with commas. Undefined changes nothing
   * @throws Invalid the project has too many labels
   */
  async replace(
    { project_id: project, ...item }: LabelledItem & { project_id: number },
    text: string | undefined,
  ): Promise<LabelChanges | null> {
    if (text === undefined) return null;
    const wanted = await this.findOrCreate(project, labelNames(text));
    const before = await this.unit.rows(OF_ITEM, { type: item.type, id: item.id });
    const added = wanted.filter((label) => !before.some(({ id }) => id === label.id));
    const removed = before.filter((label) => !wanted.some(({ id }) => id === label.id));
    const { type: itemType, id: itemId } = item;
    if (added.length > 0) {
      const links = added.map(({ id: labelId }) => ({ labelId, itemType, itemId }));
      await this.manager.insert(LabelLink, links);
    }
    if (removed.length > 0) {
      const labelId = In(removed.map(({ id }) => id));
      await this.manager.delete(LabelLink, { itemType, itemId, labelId });
    }
    if (added.length + removed.length === 0) return null;
    return { added: namesOf(added), removed: namesOf(removed) };
  }

  /** Null if the project has no label with this key. */
  async findByKey(project: number, key: string): Promise<LabelRow | null> {
    const [label] = await this.unit.rows(WITH_KEYS, { project, keys: JSON.stringify([key]) });
    return label ?? null;
  }

  /**
   * Returns the id.
   *
   * @param field the parameter that a message names
   * @throws Invalid the project has too many labels
   * @throws UniqueViolation the project has a label with this key
   */
  async add(label: NewRow<Label>, field: string): Promise<number> {
    const id = await this.insertRow(label);
    const { projectId } = label;
    if ((await this.countBy({ projectId, nameKey: Not(IsNull()) })) <= MAX_IN_PROJECT) return id;
    const problem = `is one too many (maximum is ${MAX_IN_PROJECT} labels in a project)`;
    throw new Invalid({ [field]: [problem] });
  }

  private async findOrCreate(
    projectId: number,
    names: ReadonlyMap<string, string>,
  ): Promise<LabelRow[]> {
    const keys = JSON.stringify([...names.keys()]);
    const found = await this.unit.rows(WITH_KEYS, { project: projectId, keys });
    const missing = [...names].filter(([key]) => !found.some(({ name_key }) => name_key === key));
    const created: LabelRow[] = [];
    for (const [nameKey, name] of missing) {
      const id = await this.add({ projectId, name, nameKey, color: DEFAULT_COLOR }, 'labels');
      created.push({ id, name });
    }
    return [...found, ...created];
  }
}

const namesOf = (labels: readonly LabelRow[]) =>
  inAlphabeticalOrder(labels).map(({ name }) => name);
