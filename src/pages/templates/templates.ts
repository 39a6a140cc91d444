import { Eta } from 'eta';
import { programFile } from '../../base/config/package-files.js';
import type { PageTime } from './times.js';

/** What the layout of every page shows. */
export interface SiteLinks {
  /** Path prefix of all links: empty, or the path of PUBLIC_URL. */
  root: string;
  /** Null: all pages are closed, and the service has no page `/` that says so. */
  home: string | null;
  /** The page `/`, which says what the service is. Null in a host application, whose own page that is. */
  about: string | null;
  /** Null: the service has no API reference. */
  docs: string | null;
  style: string;
  isPublic: boolean;
}

/** A link with its text. */
export interface PageLink {
  text: string;
  href: string;
}

/** A user as the author of something. */
export interface PagePerson {
  name: string;
  username: string;
  avatar: string;
  /** Null if the user has no page. */
  href: string | null;
}

/** A list of up to one page, which cursors lead through. */
export interface PageList<Item> {
  items: Item[];
  /** URL of the next page, or null at the end. */
  next: string | null;
  /** URL of the first page, or null on the first page. */
  first: string | null;
}

export interface PageNumber {
  /** Null for a gap. */
  number: number | null;
  /** Null for the shown page. */
  href: string | null;
}

/** The links between the pages of a list. */
export interface PageNumbers {
  previous: string | null;
  next: string | null;
  numbers: PageNumber[];
}

export interface PageTab {
  text: string;
  /** `12`, or `10,000+` if not all were counted. */
  count: string;
  href: string;
  isCurrent: boolean;
}

export interface ProjectItem {
  title: string;
  href: string;
  /** The beginning of the description, or an empty text. */
  description: string;
  created: PageTime;
  activity: PageTime;
}

export type PublicProject = ProjectItem & { owner: PagePerson };

/** An issue, merge request or snippet in a list. */
export interface ConversationItem {
  title: string;
  href: string;
  /** `#1`, or the file name of a snippet. */
  reference: string;
  state: string | null;
  labels: PageLabel[];
  author: PagePerson;
  created: PageTime;
}

export interface PageLabel {
  name: string;
  /** `#RRGGBB`. */
  color: string;
}

/** A text of a user: rendered Markdown, or a text without formatting. */
export type PageText = { html: string } | { plain: string };

export interface PageAward {
  emoji: string;
  name: string;
  /** `2`, or `100+` if not all were counted. */
  count: string;
}

export interface PageNote {
  id: number;
  isSystem: boolean;
  author: PagePerson;
  text: PageText;
  created: PageTime;
  /** Null if the note was never changed. */
  edited: PageTime | null;
  awards: PageAward[];
}

export interface Conversation {
  /** `Issue`, `Merge request` or `Snippet`. */
  kind: string;
  reference: string;
  title: string;
  state: string | null;
  labels: PageLabel[];
  isConfidential?: boolean;
  project: PageLink;
  list: PageLink;
  author: PagePerson;
  assignee: PagePerson | null;
  created: PageTime;
  updated: PageTime;
  /** Facts with a name, such as the branches of a merge request. */
  facts: [name: string, value: string][];
  text: PageText | null;
  /** The code of a snippet, and the URL of the code alone. */
  code: { text: string; raw: string } | null;
  awards: PageAward[];
  notes: PageList<PageNote>;
}

/** The data of each template. */
export interface PageData {
  home: { operator: string | null; version: string; projects: PublicProject[] };
  users: { users: PageList<PagePerson> };
  projects: { projects: PageList<PublicProject> };
  profile: {
    user: PagePerson;
    isGhost: boolean;
    bio: string | null;
    facts: [name: string, value: string][];
    website: PageLink | null;
    joined: PageTime;
    projects: PageList<ProjectItem>;
    events: {
      verb: string;
      subject: PageLink | null;
      kind: string;
      project: PageLink;
      created: PageTime;
    }[];
    keys: { type: string; fingerprint: string }[];
    /** Null: the service has no key files. */
    keyFile: string | null;
  };
  project: {
    title: string;
    path: string;
    owner: PagePerson;
    created: PageTime;
    text: PageText | null;
    lists: {
      title: string;
      href: string;
      items: ConversationItem[];
      hasMore: boolean;
    }[];
  };
  items: {
    title: string;
    project: PageLink;
    tabs: PageTab[];
    items: ConversationItem[];
    /** What the page says instead of items. */
    empty: string;
    pages: PageNumbers | null;
  };
  conversation: Conversation;
  confirmation: object;
  confirmed: object;
  'invalid-link': object;
  missing: object;
  refused: object;
}
export type PageName = keyof PageData;

/** Escapes all values in `<%= %>`. Only rendered Markdown and other templates stand in `<%~ %>`. */
const eta = new Eta({ views: programFile('src/pages/templates'), cache: true, autoEscape: true });

/** Renders a page in the layout. */
export const renderTemplate = <Name extends PageName>(
  name: Name,
  data: PageData[Name],
  site: SiteLinks,
): string => eta.render(`/${name}`, { ...data, site });
