import {
  BooleanParam,
  IntegerParam,
  TextParam,
  type TextOptions,
} from '../../http/input/params.js';
import { Unsupported } from '../../http/input/unsupported.js';
import { PageParams } from '../../http/pagination/page.js';
import { Historic } from '../../http/schema/field-names.js';
import { DocumentRules } from '../../http/schema/schema.js';
import { BRANDS } from './profile-names.js';
import { emailProblem, normalizeEmail } from '../emails/email-address.js';
import { NAME_PATTERN, RESERVED_NAMES, usernameProblem } from './user-name.js';

const EmailParam = (required: boolean) =>
  TextParam({
    description: 'Primary email address. Unique among all addresses of all users.',
    example: 'ada@example.com',
    required,
    max: 254,
    normalize: normalizeEmail,
    check: emailProblem,
    format: 'email',
  });
const UsernameParam = (required: boolean) =>
  TextParam({
    description:
      'Login name: letters, digits, `_`, `-`, `.`. Unique, ignoring case. ' +
      `Reserved in any letter case: ${RESERVED_NAMES.map((name) => `\`${name}\``).join(', ')}.`,
    example: 'ada',
    required,
    check: usernameProblem,
    pattern: NAME_PATTERN,
  });
const NameParam = (required: boolean) =>
  TextParam({ description: 'Display name.', example: 'Ada Lovelace', required, singleLine: true });
const PasswordParam = (required: boolean) =>
  TextParam({
    description: 'Password, 8 to 128 characters.',
    required,
    min: 8,
    max: 128,
    example: 'correct-horse',
  });
const ProfileParam = (description: string, more: Partial<TextOptions> = {}) =>
  TextParam({
    description: `${description} Null or an empty text clears it.`,
    required: false,
    blank: true,
    nullable: true,
    ...more,
  });
/** Trimmed, because MariaDB ignores trailing spaces in comparisons and SQLite does not. */
const AccountParam = (description: string, example: string, max = 255) =>
  TextParam({ description, required: false, max, example, normalize: (text) => text.trim() });
/** As many characters as the column holds: the DN of a deep directory is long. */
const MAX_EXTERN_UID = 512;

/** Has a default only when a user is created. Otherwise, the default is an example. */
const Choice = (description: string, preset: boolean) => ({
  create: BooleanParam({ description, required: false, default: preset }),
  update: BooleanParam({ description, required: false, example: preset }),
});
const AdminParam = Choice('Whether the user is an administrator.', false);
const GroupsParam = Choice('Whether the user may create groups.', true);
const ExternalParam = Choice(
  'External users see only public projects and projects they are a member of. They cannot create projects or groups.',
  false,
);

/** The parameters that POST and PUT share. */
@DocumentRules({ dependentRequired: { extern_uid: ['provider'], provider: ['extern_uid'] } })
class UserInput {
  @ProfileParam('Name on a messenger.', { example: 'ada' })
  @Historic(BRANDS.messenger)
  messenger?: string;
  @ProfileParam('Name on a professional network.', { example: 'ada-lovelace' })
  @Historic(BRANDS.professionalNetwork)
  professional_network?: string;
  @ProfileParam('Name on a microblog.', { example: 'ada' })
  @Historic(BRANDS.microblog)
  microblog?: string;
  @ProfileParam('Website.', { example: 'https://example.com/ada' }) website_url?: string;
  @ProfileParam('Employer or organization.', { example: 'Analytical Engines' })
  organization?: string;
  @ProfileParam('Short biography.', { example: 'Notes on engines.' }) bio?: string;
  @ProfileParam('Location.', { example: 'London' }) location?: string;

  @IntegerParam({
    description: 'How many projects the user can create.',
    example: 10,
    required: false,
    min: 0,
    otherwise: 'is not a number',
  })
  projects_limit?: number;

  @AccountParam(
    'Identifier of the user at `provider`. Give both or neither.',
    'uid=ada,ou=people,dc=example,dc=com',
    MAX_EXTERN_UID,
  )
  extern_uid?: string;
  @AccountParam('An external account provider, such as LDAP.', 'ldapmain') provider?: string;

  @AdminParam.update admin?: boolean;
  @GroupsParam.update can_create_group?: boolean;
  @ExternalParam.update external?: boolean;
}

export class CreateUserInput extends UserInput {
  @EmailParam(true) email!: string;
  @PasswordParam(true) password!: string;
  @UsernameParam(true) username!: string;
  @NameParam(true) name!: string;
  @AdminParam.create declare admin?: boolean;
  @GroupsParam.create declare can_create_group?: boolean;
  @ExternalParam.create declare external?: boolean;

  @BooleanParam({
    description:
      'Whether the user has to confirm the address by mail. Ignored if mail is not configured.',
    required: false,
    default: true,
  })
  confirm?: boolean;
}

export class UpdateUserInput extends UserInput {
  @EmailParam(false) email?: string;
  @PasswordParam(false) password?: string;
  @UsernameParam(false) username?: string;
  @NameParam(false) name?: string;
}

@Unsupported(
  ...['extern_uid', 'provider', 'created_after', 'created_before', 'without_projects', 'admins'],
  ...['two_factor', 'skip_ldap'],
)
export class ListUsersParams extends PageParams {
  @BooleanParam({ description: 'Only users who are not blocked.', required: false, only: true })
  active?: true;

  @BooleanParam({ description: 'Only blocked users.', required: false, only: true })
  blocked?: true;

  @BooleanParam({ description: 'Only external users.', required: false, only: true })
  external?: true;

  @TextParam({
    description:
      'Part of a username, or a whole email address. Administrators can also search for part of an address.',
    example: 'ada',
    required: false,
    blank: true,
  })
  search?: string;

  @TextParam({
    description: 'The exact username, ignoring case.',
    example: 'ada',
    required: false,
    blank: true,
  })
  username?: string;
}

export class DeleteUserParams {
  @BooleanParam({
    description:
      "Also deletes the user's notes, issues and projects. Otherwise they go to the user `ghost`.",
    required: false,
    default: false,
  })
  hard_delete?: boolean;
}
