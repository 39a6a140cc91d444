import { Controller } from '@nestjs/common';
import { NotesController } from './notes.controller.js';

@Controller('projects/:id/issues/:issue_id/notes')
export class IssueNotesController extends NotesController {}
