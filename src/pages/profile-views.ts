import { Injectable } from '@nestjs/common';
import type { EventAction } from '../core/event-recording/event-recorder.js';
import type { NoteableType } from '../core/event-recording/noteable.js';
import type { FingerprintRow } from '../features/keys/keys.repository.js';
import { isGhost } from '../features/users/user-name.js';
import { PageViews } from './page-views.js';
import type { ProfileEventRow } from './profile.repository.js';
import type { Profile } from './profile.service.js';
import { Site } from './site.js';
import type { PageData, PageLink } from './templates/templates.js';
import { pageTime } from './templates/times.js';
import { websiteLink } from './website-link.js';

const VERBS: Record<EventAction, string> = {
  created: 'Created',
  opened: 'Opened',
  closed: 'Closed',
  accepted: 'Merged',
  'commented on': 'Commented on',
  joined: 'Joined',
  left: 'Left',
  'pushed to': 'Pushed to',
  'pushed new': 'Pushed a new branch or tag to',
  deleted: 'Deleted a branch or tag of',
};
const SUBJECTS: Record<NoteableType, { kind: string; folder: string }> = {
  Issue: { kind: 'issue', folder: 'issues' },
  Snippet: { kind: 'snippet', folder: 'snippets' },
  MergeRequest: { kind: 'merge request', folder: 'merge_requests' },
};

/** What the page of a user shows. */
@Injectable()
export class ProfileViews {
  constructor(
    private readonly views: PageViews,
    private readonly site: Site,
  ) {}

  /** @param cursor the position in the list of projects */
  profile({ user, projects, keys, events }: Profile, cursor?: string): PageData['profile'] {
    const person = this.views.person(user);
    const { bio, location, organization, website_url: website } = user;
    return {
      user: person,
      isGhost: isGhost(user),
      bio,
      facts: [
        ...(location ? ([['Location', location]] as [string, string][]) : []),
        ...(organization ? ([['Organization', organization]] as [string, string][]) : []),
      ],
      website: websiteLink(website),
      joined: pageTime(user.created_at),
      projects: this.views.list(
        projects.items.map((row) => ({ ...this.views.project(row), owner: undefined })),
        projects,
        person.href,
        cursor,
      ),
      events: events.map((event) => this.event(event)),
      keys: keys.map(keyView),
      keyFile: this.site.keyFile(user.username),
    };
  }

  private event(event: ProfileEventRow): PageData['profile']['events'][number] {
    const { subject_type: type, subject_title: title, subject_number: number } = event;
    const project = this.views.projectLink(event.project_owner, event.project_path);
    const subject: PageLink | null =
      type === null || number === null
        ? null
        : { text: title ?? '', href: `${project.href}/${SUBJECTS[type].folder}/${number}` };
    return {
      verb: VERBS[event.action],
      kind: type === null ? '' : SUBJECTS[type].kind,
      ...{ subject, project, created: pageTime(event.created_at) },
    };
  }
}

/** Omits title and comment of the key, because they often contain host names and email addresses. */
const keyView = ({ key_text, fingerprint_sha256 }: FingerprintRow) => ({
  type: key_text.replace(/[ \t].*/s, ''),
  fingerprint: fingerprint_sha256,
});
