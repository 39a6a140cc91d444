import { operations, type DocumentedOperation } from '../../support/document.js';

/** Who sends the requests of a line. `root` is the first administrator, `nobody` has no token. */
export type Caller = 'root' | 'ada' | 'grace' | 'nobody';

/** A request with the examples of its operation, and with these values instead of the examples. */
export interface Line {
  caller: Caller;
  operationId: string;
  values: Record<string, string>;
}

/** Each chapter starts with these, on a service of its own: then the ids of all examples are true. */
const BEGINNING = `
  root   createUser
  nobody createSession`;

const WITH_PROJECT = `${BEGINNING}
  ada    createProject`;

const PEOPLE = `${BEGINNING}
  nobody getHealth
  nobody getHealthLive
  nobody getHealthReady
  nobody getAvatar
  ada    getCurrentUser
  ada    getUser
  grace  getUser
  root   getUser
  root   updateUser
  root   listUsers
  ada    listUsers
  root   blockUser
  root   listAuditEvents
  root   listAuditEvents format=jsonl
  root   unblockUser
  root   blockUserWithPost
  root   unblockUserWithPost
  ada    updateCurrentUserPassword
  ada    resetCurrentUserPrivateToken
  root   resetUserPrivateToken
  root   deleteUserIdentity
  root   updateUser
  root   deleteUser hard_delete=false
  root   deleteUser`;

const CONFIRMATION = `${BEGINNING}
  nobody confirmEmail`;

const OWN_KEYS_AND_EMAILS = ['Key', 'Email'].map(
  (kind) => `
  ada    createCurrentUser${kind}
  ada    listCurrentUser${kind}s
  ada    getCurrentUser${kind}
  ada    deleteCurrentUser${kind}
  ada    deleteCurrentUser${kind}`,
);

const KEYS_OF_OTHERS = `${BEGINNING}
  root   createUserKey
  root   getKeyByFingerprint
  nobody getKeyFile`;

const PROJECTS = `${WITH_PROJECT}
  ada    getProject
  ada    updateProject
  ada    listProjects
  ada    listVisibleProjects
  root   listAllProjects
  ada    createProjectPushEvent
  ada    listUserEvents
  ada    deleteProject`;

const notesOn = (kind: string): string => `${WITH_PROJECT}
  ada    createProject${kind}
  ada    listProject${kind}s
  ada    getProject${kind}
  ada    updateProject${kind}
  ada    create${kind}Note
  ada    list${kind}Notes
  ada    get${kind}Note
  ada    update${kind}Note
  ada    listUserEvents
  ada    create${kind}NoteAwardEmoji
  ada    list${kind}NoteAwardEmoji
  ada    get${kind}NoteAwardEmoji
  ada    delete${kind}NoteAwardEmoji
  ada    delete${kind}Note
  ada    create${kind}Note body=:tada:
  ${kind === 'Snippet' ? 'ada getSnippetCode' : ''}
  ada    deleteProject${kind}`;

const awardsOn = (kind: string): string => `${WITH_PROJECT}
  ada    createProject${kind}
  ada    create${kind}AwardEmoji
  ada    list${kind}AwardEmoji
  ada    get${kind}AwardEmoji
  ada    delete${kind}AwardEmoji`;

const linesOf = (chapter: string): Line[] =>
  chapter
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [caller, operationId = '', ...values] = line.split(/\s+/);
      const pairs = values.map((value) => value.split('='));
      return {
        caller: caller as Caller,
        operationId,
        values: Object.fromEntries(pairs) as Record<string, string>,
      };
    });

const NOTEABLES = ['Issue', 'Snippet', 'MergeRequest'];

const TOLD = Object.fromEntries(
  Object.entries({
    people: PEOPLE,
    'the confirmation of an address': CONFIRMATION,
    'own keys and emails': BEGINNING + OWN_KEYS_AND_EMAILS.join(''),
    'keys of others': KEYS_OF_OTHERS,
    projects: PROJECTS,
    ...Object.fromEntries(NOTEABLES.map((kind) => [`notes: ${kind}`, notesOn(kind)])),
    ...Object.fromEntries(NOTEABLES.map((kind) => [`awards: ${kind}`, awardsOn(kind)])),
  }).map(([name, chapter]) => [name, linesOf(chapter)]),
);

const METHODS = ['post', 'get', 'put', 'delete'];

function callerOf({ security, description = '' }: DocumentedOperation): Caller {
  if (security?.length === 0) return 'nobody';
  return description.endsWith('For administrators only.') ? 'root' : 'ada';
}

/** The path without parameters, which the operations on a collection and on its items share. */
const collectionOf = ({ path }: DocumentedOperation): string =>
  path.replace(/\{\w+\}/g, '').replace(/\/$/, '');

/** A chapter for each collection with operations that are not above: creates, lists, reads, changes and deletes an item. */
function otherChapters(): Record<string, Line[]> {
  const told = Object.values(TOLD).flatMap((lines) => lines.map((one) => one.operationId));
  const others = operations.filter(({ operationId }) => !told.includes(operationId));
  const collections = [...new Set(others.map(collectionOf))];
  const linesFor = (collection: string): Line[] =>
    METHODS.flatMap((method) =>
      operations.filter((one) => one.method === method && collectionOf(one) === collection),
    ).map((one) => ({ caller: callerOf(one), operationId: one.operationId, values: {} }));
  return Object.fromEntries(
    collections.map((name) => [name, [...linesOf(WITH_PROJECT), ...linesFor(name)]]),
  );
}

export const CHAPTERS: Record<string, Line[]> = { ...TOLD, ...otherChapters() };
