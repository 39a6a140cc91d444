/** A service that counts the issues of a project, instead of changing a counter in its row. */
import { statement } from '../../src/database/statement.js';
import type { Unit } from '../../src/database/unit.js';
import { ProjectsRepository } from '../../src/features/projects/projects.repository.js';

const NEXT = statement<{ iid: number }>(
  'SELECT COALESCE(MAX(iid), 0) + 1 AS iid FROM issues WHERE project_id = :project',
);

interface Numbering {
  unit: Unit;
  nextIid: (this: Numbering, kind: string, project: number) => Promise<number | null>;
}

const prototype = ProjectsRepository.prototype as unknown as Numbering;
prototype.nextIid = async function (_, project) {
  return (await this.unit.row(NEXT, { project }))?.iid ?? null;
};
