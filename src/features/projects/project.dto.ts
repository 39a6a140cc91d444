import { createHash } from 'node:crypto';
import { Visibility } from '../../core/auth/levels.js';
import { givenColumns } from '../../database/rows.js';
import { BooleanParam, ChoiceParam, IntegerParam, TextParam } from '../../http/input/params.js';
import { MAX_TEXT } from '../../http/input/text-length.js';
import { Unsupported } from '../../http/input/unsupported.js';
import { PageParams } from '../../http/pagination/page.js';
import { Project } from './project.entity.js';
import { NAME_PATTERN, nameProblem } from '../users/user-name.js';

const MAX_PATH = 255;

const NameParam = (required: boolean) =>
  TextParam({
    description: 'Display name.',
    example: 'Analytical Engine',
    required,
    singleLine: true,
  });

const VisibilityParam = (more: { default?: 0; fillsDefault?: false } = {}) =>
  ChoiceParam([0, 10, 20], {
    description: '0 private, 10 internal, 20 public.',
    example: 20,
    required: false,
    ...more,
  });

const PublicParam = (more: { default: boolean } | { example: boolean }) =>
  BooleanParam({
    description:
      'The historic name of `visibility_level`, which wins: true is 20, false is ignored.',
    required: false,
    ...more,
  });

class ProjectInput {
  @TextParam({
    description:
      'Name in paths: letters, digits, `_`, `-` and `.`. Derived from the name if not given. A name that ends in `.git` or `.atom` needs a path.',
    required: false,
    max: MAX_PATH,
    check: nameProblem,
    pattern: NAME_PATTERN,
    example: 'analytical-engine',
  })
  path?: string;

  @TextParam({
    description: 'Description.',
    example: 'Mill and store.',
    required: false,
    blank: true,
    nullable: true,
    max: MAX_TEXT,
  })
  description?: string;

  @VisibilityParam() visibility_level?: number;

  @PublicParam({ example: true }) public?: boolean;
}

export class CreateProjectInput extends ProjectInput {
  @NameParam(true) name!: string;
  // Filled in, it would win over `public`.
  @VisibilityParam({ default: 0, fillsDefault: false }) declare visibility_level?: number;
  @PublicParam({ default: false }) declare public?: boolean;
}

export class UpdateProjectInput extends ProjectInput {
  @NameParam(false) name?: string;
}

@Unsupported(
  ...['search', 'archived', 'visibility', 'owned', 'membership', 'starred', 'min_access_level'],
  ...['with_issues_enabled', 'with_merge_requests_enabled', 'with_programming_language', 'topic'],
)
export class ListProjectsParams extends PageParams {}

const AccessLevelParam = () =>
  ChoiceParam([10, 20, 30, 40], {
    description: '10 guest, 20 reporter, 30 developer, 40 master.',
    example: 30,
  });

export class CreateMemberInput {
  @IntegerParam({ description: 'User to add.', example: 3, min: 1, max: Number.MAX_SAFE_INTEGER })
  user_id!: number;
  @AccessLevelParam() access_level!: number;
}

@Unsupported('query', 'user_ids')
export class ListMembersParams extends PageParams {}

export class UpdateMemberInput {
  @AccessLevelParam() access_level!: number;
}

/** What the parameters set in the row of the project. */
export const givenProject = <Params extends ProjectInput>(params: Params) => ({
  ...givenColumns(Project, params),
  ...(params.public && params.visibility_level === undefined
    ? { visibilityLevel: Visibility.public }
    : {}),
});

/** The default path: the Latin letters of the name, or a digest of the name if it has none. */
export const pathFromName = (name: string): string =>
  latinLetters(name) || `project-${createHash('sha256').update(name).digest('hex').slice(0, 10)}`;

const latinLetters = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_.]+/g, '-')
    .replace(/^-+/, '')
    // Normalization can turn one character into several letters.
    .slice(0, MAX_PATH)
    .replace(/[-.]+$/, '');
