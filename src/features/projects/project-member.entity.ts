import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { IdColumn, TimestampColumn, PrimaryId } from '../../database/columns.js';
import { User } from '../users/user.entity.js';
import { Project } from './project.entity.js';

@Entity('project_members')
@Index('project_members_user', ['projectId', 'userId'], { unique: true })
@Index('project_members_projects', ['userId'])
@Index('project_members_created', ['projectId', 'createdAt', 'id'])
export class ProjectMember {
  @PrimaryId() id!: number;
  @ForeignKey(() => Project, { name: 'project_members_project_fk' })
  @IdColumn({ name: 'project_id' })
  projectId!: number;
  @ForeignKey(() => User, { name: 'project_members_user_fk' })
  @IdColumn({ name: 'user_id' })
  userId!: number;
  /** 10 guest, 20 reporter, 30 developer, 40 master, 50 owner. */
  @Column('int', { name: 'access_level' }) accessLevel!: number;
  @TimestampColumn({ name: 'created_at' }) createdAt!: number;
}
