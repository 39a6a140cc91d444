import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, PrimaryId } from '../../database/columns.js';
import { Project } from '../projects/project.entity.js';

@Entity('labels')
@Index('labels_name', ['projectId', 'nameKey'], { unique: true })
export class Label {
  @PrimaryId() id!: number;
  @ForeignKey(() => Project, { name: 'labels_project_fk' })
  @IdColumn({ name: 'project_id' })
  projectId!: number;
  @Column('varchar') name!: string;
  /** The name in lower case, which may be longer. Null while the label is deleted in the background: then nobody sees it, and its name is free. */
  @Column('varchar', { name: 'name_key', length: 510, nullable: true }) nameKey!: string | null;
  /** `#RRGGBB`. */
  @Column('varchar', { length: 7 }) color!: string;
  @Column('varchar', { nullable: true }) description!: string | null;
}

/** An issue or a merge request has a label. */
@Entity('label_links')
@Index('label_links_item', ['itemType', 'itemId', 'labelId'], { unique: true })
@Index('label_links_label', ['labelId', 'itemType', 'itemId'])
export class LabelLink {
  @PrimaryId() id!: number;
  @ForeignKey(() => Label, { name: 'label_links_label_fk' })
  @IdColumn({ name: 'label_id' })
  labelId!: number;
  @Column('varchar', { name: 'item_type', length: 20 }) itemType!: 'Issue' | 'MergeRequest';
  @IdColumn({ name: 'item_id' }) itemId!: number;
}
