import { Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { CurrentActor } from '../../core/auth/access.js';
import type { Actor } from '../../core/auth/actor.js';
import { Params, type Input } from '../../http/input/input.js';
import { answerPage } from '../../http/pagination/page.js';
import { Operation } from '../../http/routing/operation.js';
import { PathProject, type ProjectRef } from '../projects/project-ref.js';
import {
  CreateLabelInput,
  DeleteLabelInput,
  ListLabelsParams,
  UpdateLabelInput,
} from './label.dto.js';
import { LabelView } from './label.view.js';
import { LabelsService } from './labels.service.js';

@Controller('projects/:id/labels')
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  @Get()
  @Operation({ summary: 'List the labels of a project', access: 'user', answers: [LabelView] })
  async list(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(ListLabelsParams) input: Input<ListLabelsParams>,
  ) {
    const page = await this.labels.list(actor, project, input);
    return answerPage(page, (label) => new LabelView(label));
  }

  @Post()
  @Operation({
    summary: 'Create a label',
    access: 'user',
    records: [],
    creates: true,
    answers: LabelView,
    conflicts: 'Label already exists',
  })
  async create(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(CreateLabelInput) input: Input<CreateLabelInput>,
  ): Promise<LabelView> {
    return new LabelView(await this.labels.create(actor, project, input));
  }

  @Put()
  @Operation({
    summary: 'Modify a label',
    description: 'Needs at least one of `new_name`, `color` and `description`.',
    examples: { Renamed: { name: 'defect' } },
    access: 'user',
    records: [],
    answers: LabelView,
    conflicts: 'Label already exists',
  })
  async update(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(UpdateLabelInput) input: Input<UpdateLabelInput>,
  ): Promise<LabelView> {
    return new LabelView(await this.labels.update(actor, project, input));
  }

  @Delete()
  @Operation({
    summary: 'Delete a label',
    description: 'Issues and merge requests lose it.',
    examples: { Deleted: { name: 'defect' } },
    access: 'user',
    records: [],
    answers: LabelView,
  })
  async remove(
    @CurrentActor() actor: Actor,
    @PathProject() project: ProjectRef,
    @Params(DeleteLabelInput) input: Input<DeleteLabelInput>,
  ): Promise<LabelView> {
    return new LabelView(await this.labels.remove(actor, project, input));
  }
}
