import { Injectable } from '@nestjs/common';
import type { Actor } from '../../core/auth/actor.js';
import { Level } from '../../core/auth/levels.js';
import { DeletionService } from '../../core/deletion/deletion.service.js';
import { Database } from '../../database/database.js';
import { UniqueViolation } from '../../database/failures.js';
import { givenColumns } from '../../database/rows.js';
import type { Unit } from '../../database/unit.js';
import { Conflict, Invalid, NotFound } from '../../http/errors/errors.js';
import type { Input } from '../../http/input/input.js';
import type { Page } from '../../http/pagination/page.js';
import { Label } from '../numbered-items/label.entity.js';
import { LabelsRepository } from '../numbered-items/labels.repository.js';
import { labelKey } from '../numbered-items/label-names.js';
import type { ProjectRef } from '../projects/project-ref.js';
import { ProjectsService } from '../projects/projects.service.js';
import type {
  CreateLabelInput,
  DeleteLabelInput,
  ListLabelsParams,
  UpdateLabelInput,
} from './label.dto.js';
import { ProjectLabelsRepository, type LabelRow } from './project-labels.repository.js';

@Injectable()
export class LabelsService {
  constructor(
    private readonly database: Database,
    private readonly deletions: DeletionService,
    private readonly labels: LabelsRepository,
    private readonly projectLabels: ProjectLabelsRepository,
    private readonly projects: ProjectsService,
  ) {}

  async list(
    actor: Actor,
    ref: ProjectRef,
    input: Input<ListLabelsParams>,
  ): Promise<Page<LabelRow>> {
    const { id } = await this.projects.get(actor, ref);
    return this.projectLabels.list(actor, id, input.read());
  }

  async create(actor: Actor, ref: ProjectRef, input: Input<CreateLabelInput>): Promise<LabelRow> {
    const projectId = await this.accessToChange(actor, ref);
    const params = input.read();
    const { name } = params;
    return this.lockedUnit(actor, projectId, async (unit) => {
      const label = { ...givenColumns(Label, params), projectId, nameKey: labelKey(name) };
      await unit.withRepository(this.labels).add(label, 'name');
      return this.find(actor, projectId, name, unit);
    });
  }

  async update(actor: Actor, ref: ProjectRef, input: Input<UpdateLabelInput>): Promise<LabelRow> {
    const projectId = await this.accessToChange(actor, ref);
    const { name, new_name, ...params } = input.read();
    const changes: Partial<Label> = {
      ...givenColumns(Label, params),
      ...(new_name === undefined ? {} : { name: new_name, nameKey: labelKey(new_name) }),
    };
    if (Object.keys(changes).length === 0) {
      const problem = ['is missing'];
      throw new Invalid({ new_name: problem, color: problem, description: problem });
    }
    return this.lockedUnit(actor, projectId, async (unit) => {
      const labels = unit.withRepository(this.labels);
      // Not `find`, which counts the items of the label.
      const label = await labels.findByKey(projectId, labelKey(name));
      if (!label) throw new NotFound('Label');
      await labels.update({ id: label.id }, changes);
      return this.find(actor, projectId, new_name ?? name, unit);
    });
  }

  async remove(actor: Actor, ref: ProjectRef, input: Input<DeleteLabelInput>): Promise<LabelRow> {
    const projectId = await this.accessToChange(actor, ref);
    const label = await this.find(actor, projectId, input.read().name);
    const lock = (unit: Unit) => unit.withRepository(this.labels).lockProject(projectId);
    if (!(await this.deletions.delete(actor.scope, 'Label', label.id, { lock })))
      throw new NotFound('Label');
    return label;
  }

  /** Runs a unit of work that gives a label its name. @throws Conflict the name is taken */
  private async lockedUnit<Result>(
    { scope }: Actor,
    projectId: number,
    work: (unit: Unit) => Promise<Result>,
  ): Promise<Result> {
    const lock = (unit: Unit) => unit.withRepository(this.labels).lockProject(projectId);
    try {
      return await this.database.lockedUnit(scope, lock, work);
    } catch (error) {
      throw error instanceof UniqueViolation ? new Conflict('Label already exists') : error;
    }
  }

  private async find(
    actor: Actor,
    projectId: number,
    name: string,
    unit?: Unit,
  ): Promise<LabelRow> {
    const labels = unit?.withRepository(this.projectLabels) ?? this.projectLabels;
    const label = await labels.findNamed(actor, projectId, name);
    if (!label) throw new NotFound('Label');
    return label;
  }

  /** Returns the id of the project. */
  private async accessToChange(actor: Actor, ref: ProjectRef): Promise<number> {
    const access = await this.projects.access(actor, ref);
    actor.require(() => access.level >= Level.reporter);
    return access.id;
  }
}
