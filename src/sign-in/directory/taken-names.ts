import type { DirectoryUser } from './directory-users.repository.js';

/** A user of a directory who has a name. */
type NameOwner = Pick<DirectoryUser, 'username' | 'extern_uid'>;

const LINK =
  'An administrator can link that user to this entry: PUT /users/:id with provider and extern_uid';
/** A link would give the account of one person to another. */
const NOT_LINKED =
  'Do not link that user to this entry, unless it replaces the other one. If they are two people,';

/**
 * Says that a username is taken, and what an administrator can do about it.
 *
 * @param owner the user who has it; null if the directory does not know that user
 */
export const usernameTaken = (username: string, owner: NameOwner | null): string =>
  owner
    ? `${ownedBy(owner)} has the username ${username}. ${NOT_LINKED} give that user another username: PUT /users/:id`
    : `another user has the username ${username}. ${LINK}`;

/** Like `usernameTaken`, for an address. */
export const addressTaken = (email: string, owner: NameOwner | null): string =>
  owner
    ? `${ownedBy(owner)} has the e-mail address ${email}. ${NOT_LINKED} correct the address of one of them`
    : `another user has the e-mail address ${email}. ${LINK}`;

/** Says that an entry may replace the one of a user, whose DN and one of whose names it has. */
export const createdAgain = ({ username }: NameOwner): string =>
  `the user ${username} has an identity with this DN, and a username or address of this entry. An administrator can ` +
  'remove that identity: DELETE /users/:id/identities/:provider. If this entry replaces the one of that user, link it ' +
  'then: PUT /users/:id with provider and extern_uid. If they are two people, give that user another username and address';

const ownedBy = ({ username, extern_uid }: NameOwner): string =>
  `the user ${username}, who has the entry ${extern_uid},`;
