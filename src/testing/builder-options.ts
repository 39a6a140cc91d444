import type { components } from '../../client/schema.js';
import { BadInput, requireKnown } from '../ephemeral/bad-input.js';

type Schemas = components['schemas'];

/** Spelled out, because the kit has only the types of the API. Does not compile if a parameter is missing or unknown. */
type Names<Input extends keyof Schemas> = Record<keyof Schemas[Input], true>;

const USER: Names<'CreateUserInput'> = {
  username: true,
  name: true,
  email: true,
  password: true,
  messenger: true,
  professional_network: true,
  microblog: true,
  website_url: true,
  organization: true,
  bio: true,
  location: true,
  projects_limit: true,
  extern_uid: true,
  provider: true,
  admin: true,
  can_create_group: true,
  external: true,
  confirm: true,
};
const PROJECT: Names<'CreateProjectInput'> = {
  name: true,
  path: true,
  description: true,
  visibility_level: true,
};
const ISSUE: Names<'CreateIssueInput'> = {
  title: true,
  description: true,
  assignee_id: true,
  confidential: true,
  created_at: true,
};
const SNIPPET: Names<'CreateSnippetInput'> = {
  title: true,
  file_name: true,
  code: true,
  visibility_level: true,
};
const MERGE_REQUEST: Names<'CreateMergeRequestInput'> = {
  title: true,
  source_branch: true,
  target_branch: true,
  description: true,
  assignee_id: true,
};
const NOTE: Names<'CreateNoteInput'> = { body: true, created_at: true };
const AWARD: Names<'GiveAwardInput'> = { name: true };
const KEY: Names<'CreateKeyInput'> = { title: true, key: true };

const OPTIONS = {
  // The API also takes three profile fields by their historic names.
  user: [...Object.keys(USER), 'skype', 'linkedin', 'twitter'],
  project: ['owner', ...Object.keys(PROJECT)],
  issue: ['project', 'author', ...Object.keys(ISSUE)],
  snippet: ['project', 'author', ...Object.keys(SNIPPET)],
  mergeRequest: ['project', 'author', ...Object.keys(MERGE_REQUEST)],
  note: ['on', 'author', ...Object.keys(NOTE)],
  award: ['on', 'author', ...Object.keys(AWARD)],
  key: Object.keys(KEY),
};

/** What builders and other calls of the API return, by the fields that only they have. */
const MADE = {
  user: { sentence: 'a user that a builder returned', fields: ['id', 'token'] },
  project: { sentence: 'a project that a builder returned', fields: ['at', 'owner'] },
  on: {
    sentence: 'an issue, snippet, merge request or note that a builder returned',
    fields: ['at', 'author'],
  },
};

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** @throws BadInput the options are no object, or an option has a wrong name or is not what a builder returned */
export function checkOptions(builder: keyof typeof OPTIONS, given: unknown): void {
  if (!isObject(given)) throw new BadInput(`${builder} takes an object of options.`);
  requireKnown(builder, given, OPTIONS[builder]);
  const { owner, author, project, on } = given as Record<string, unknown>;
  if (owner !== undefined) checkMade('owner', 'user', owner);
  if (author !== undefined) checkMade('author', 'user', author);
  if (project !== undefined) checkMade('project', 'project', project);
  if (on !== undefined) checkMade('on', 'on', on);
}

/** @throws BadInput the value is not what a builder returned */
export function checkMade(name: string, kind: keyof typeof MADE, value: unknown): void {
  const { sentence, fields } = MADE[kind];
  if (!isObject(value) || !fields.every((field) => field in value))
    throw new BadInput(`${name} must be ${sentence}.`);
}

/** @throws BadInput */
export function checkCaller(caller: unknown): void {
  const token = isObject(caller) && 'token' in caller ? caller.token : caller;
  if (typeof token !== 'string' && caller !== null)
    throw new BadInput('as needs a user that a builder returned, a token, or null.');
}
