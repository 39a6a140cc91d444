import { BooleanParam, IntegerParam, TextParam, type TextOptions } from '../http/input/params.js';
import { PageParams } from '../http/pagination/page.js';
import { Historic } from '../http/schema/field-names.js';
import { BRANDS } from './profile-names.js';
import { emailProblem, normalizeEmail } from '../emails/email-address.js';
import { usernameProblem } from './user-name.js';

const EmailParam = (required: boolean) =>
  TextParam({
    description: 'Primary address; unique over every address of everybody.',
    example: 'ada@example.com',
    required,
    max: 254,
    normalize: normalizeEmail,
    check: emailProblem,
    format: 'email',
  });
const UsernameParam = (required: boolean) =>
  TextParam({
    description: 'Login name: letters, digits, `_`, `-`, `.`; unique whatever the letter case.',
    example: 'ada',
    required,
    check: usernameProblem,
  });
const NameParam = (required: boolean) =>
  TextParam({ description: 'Name to show.', example: 'Ada Lovelace', required, singleLine: true });
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
    description: `${description} Cleared by null or an empty text.`,
    required: false,
    blank: true,
    nullable: true,
    ...more,
  });
/** Trimmed: the engines do not agree whether a blank at the end makes a difference. */
const AccountParam = (description: string) =>
  TextParam({ description, required: false, normalize: (text) => text.trim() });

/** With what it is when it is not given, where somebody is made. */
const Choice = (description: string) => (preset?: boolean) =>
  BooleanParam({
    description,
    required: false,
    default: preset,
  });
const AdminParam = Choice('Whether he is an administrator.');
const GroupsParam = Choice('Whether he may create groups.');
const ExternalParam = Choice(
  'Sees only what he is a member of, and what is public; creates nothing.',
);

/** What POST and PUT take alike. */
class UserParams {
  @ProfileParam('Name at a messenger.') @Historic(BRANDS.messenger) messenger?: string;
  @ProfileParam('Name at a professional network.')
  @Historic(BRANDS.professionalNetwork)
  professional_network?: string;
  @ProfileParam('Name at a microblog.') @Historic(BRANDS.microblog) microblog?: string;
  @ProfileParam('Own web site.') website_url?: string;
  @ProfileParam('Where he works.', { example: 'Analytical Engines' }) organization?: string;
  @ProfileParam('About himself.', { example: 'Notes on engines.' }) bio?: string;
  @ProfileParam('Where he is.') location?: string;

  @IntegerParam({
    description: 'How many projects he can create.',
    required: false,
    min: 0,
    otherwise: 'is not a number',
  })
  projects_limit?: number;

  @AccountParam('Who he is at `provider`; the two come together.') extern_uid?: string;
  @AccountParam('Another provider of accounts.') provider?: string;

  @AdminParam() admin?: boolean;
  @GroupsParam() can_create_group?: boolean;
  @ExternalParam() external?: boolean;
}

export class CreateUserParams extends UserParams {
  @EmailParam(true) email!: string;
  @PasswordParam(true) password!: string;
  @UsernameParam(true) username!: string;
  @NameParam(true) name!: string;
  @AdminParam(false) declare admin?: boolean;
  @GroupsParam(true) declare can_create_group?: boolean;
  @ExternalParam(false) declare external?: boolean;

  @BooleanParam({
    description: 'Whether the address has to be confirmed by mail, where mail is configured.',
    required: false,
    default: true,
  })
  confirm?: boolean;
}

export class UpdateUserParams extends UserParams {
  @EmailParam(false) email?: string;
  @PasswordParam(false) password?: string;
  @UsernameParam(false) username?: string;
  @NameParam(false) name?: string;
}

export class ListUsersParams extends PageParams {
  @BooleanParam({ description: 'Only users who are not blocked.', required: false, only: true })
  active?: true;

  @BooleanParam({ description: 'Only blocked users.', required: false, only: true })
  blocked?: true;

  @BooleanParam({ description: 'Only external users.', required: false, only: true })
  external?: true;

  @TextParam({
    description:
      'A part of the username; for administrators also of an address, for others a whole address.',
    required: false,
    blank: true,
  })
  search?: string;

  @TextParam({
    description: 'The exact username, whatever its letter case.',
    required: false,
    blank: true,
  })
  username?: string;
}

export class DeleteUserParams {
  @BooleanParam({
    description:
      'Also removes his notes, issues and projects, which otherwise go to the user `ghost`.',
    required: false,
    default: false,
  })
  hard_delete?: boolean;
}
