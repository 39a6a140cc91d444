import { Controller } from '@nestjs/common';
import { NotesController } from './notes.controller.js';

@Controller('projects/:id/merge_requests/:merge_request_id/notes')
export class MergeRequestNotesController extends NotesController {}
