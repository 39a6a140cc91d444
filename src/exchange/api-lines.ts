import { normalizeEmail } from '../emails/email-address.js';
import {
  choiceOf,
  integerOf,
  isTrue,
  descriptionOf,
  longTextOf,
  partOf,
  textOf,
  textOrNull,
  timeOf,
  timesOf,
} from './api-values.js';
import type { Row } from './historic-api.js';
import type { LineOf } from './lines.js';

const VISIBILITIES = [0, 10, 20] as const;

/**
 * The line of a user of a historic server. Fields that the server does not know get the presets of new users.
 *
 * @param projectsLimit the preset of users who are not external
 */
export function userLineOf(row: Row, projectsLimit: number): LineOf<'user'> {
  const external = isTrue(row, 'external');
  const identities = Array.isArray(row['identities']) ? (row['identities'] as Row[]) : [];
  const created_at = timeOf(row, 'created_at') ?? '';
  const named = (field: string, historic: string) => textOf(row, field) || textOf(row, historic);
  return {
    kind: 'user',
    username: textOf(row, 'username'),
    email: normalizeEmail(textOf(row, 'email')),
    name: textOf(row, 'name'),
    state: choiceOf(row['state'], ['active', 'blocked', 'ldap_blocked'], 'active'),
    admin: isTrue(row, 'is_admin'),
    external,
    can_create_group: isTrue(row, 'can_create_group', !external),
    projects_limit: integerOf(row, 'projects_limit', external ? 0 : projectsLimit),
    ...{ bio: textOrNull(row, 'bio'), location: textOrNull(row, 'location') },
    organization: textOrNull(row, 'organization'),
    messenger: named('messenger', 'skype'),
    professional_network: named('professional_network', 'linkedin'),
    microblog: named('microblog', 'twitter'),
    website_url: textOf(row, 'website_url'),
    theme_id: integerOf(row, 'theme_id', 2),
    color_scheme_id: integerOf(row, 'color_scheme_id', 1),
    created_at,
    confirmed_at: timeOf(row, 'confirmed_at'),
    current_sign_in_at: timeOf(row, 'current_sign_in_at'),
    last_sign_in_at: timeOf(row, 'last_sign_in_at'),
    identities: identities.map((one) => ({
      provider: textOf(one, 'provider'),
      extern_uid: longTextOf(one, 'extern_uid') ?? '',
    })),
  };
}

export function projectLineOf(row: Row, owner: string): LineOf<'project'> {
  const path = textOf(row, 'path');
  const created_at = timeOf(row, 'created_at') ?? '';
  return {
    kind: 'project',
    ...{ project: `${owner}/${path}`, owner, path, name: textOf(row, 'name', path) },
    description: descriptionOf(row),
    visibility_level: choiceOf(
      row['visibility_level'],
      VISIBILITIES,
      isTrue(row, 'public') ? 20 : 0,
    ),
    // The import raises them to the highest number that it creates.
    ...{ issue_count: 0, merge_request_count: 0 },
    ...{ created_at, last_activity_at: timeOf(row, 'last_activity_at') ?? created_at },
  };
}

interface People {
  author: string;
  assignee: string | null;
}

const numberedOf = (row: Row, project: string, people: People) => ({
  ...{ project, iid: integerOf(row, 'iid', 0), title: textOf(row, 'title') },
  ...{ description: longTextOf(row, 'description'), ...people },
});

export const issueLineOf = (row: Row, project: string, people: People): LineOf<'issue'> => ({
  kind: 'issue',
  ...numberedOf(row, project, people),
  confidential: isTrue(row, 'confidential'),
  state: choiceOf(row['state'], ['opened', 'reopened', 'closed'], 'opened'),
  ...timesOf(row),
});

export const mergeRequestLineOf = (
  row: Row,
  project: string,
  people: People,
): LineOf<'merge_request'> => ({
  kind: 'merge_request',
  ...numberedOf(row, project, people),
  ...{ source_branch: textOf(row, 'source_branch'), target_branch: textOf(row, 'target_branch') },
  state: choiceOf(row['state'], ['opened', 'reopened', 'closed', 'merged'], 'opened'),
  ...timesOf(row),
});

export const snippetLineOf = (
  row: Row,
  project: string,
  { author }: People,
  code: string,
): LineOf<'snippet'> => ({
  kind: 'snippet',
  ...{ project, number: integerOf(row, 'id', 0), title: textOf(row, 'title') },
  ...{ file_name: textOf(row, 'file_name'), code, author },
  visibility_level: choiceOf(row['visibility_level'], VISIBILITIES, 0),
  ...timesOf(row),
});

/** The username of a person in another resource. */
export const usernameIn = (row: Row, field: string): string =>
  textOf(partOf(row, field), 'username');
