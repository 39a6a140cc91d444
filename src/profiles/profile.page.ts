import type { NoteableType } from '../activity/noteable.js';
import type { EventAction } from '../activity/event-recorder.js';
import type { PublicUrl } from '../http/routing/public-url.js';
import { iso } from '../http/schema/iso.js';
import type { FingerprintRow } from '../keys/keys.repository.js';
import { html, type Html } from './html.js';
import { renderPage } from './page.js';
import type { ProfileEventRow } from './profiles.repository.js';
import type { Profile } from './profiles.service.js';

/** The page of a user. `<bdi>` keeps a right-to-left name or title from reordering the text around it. */
export function profilePage({ user, keys, events }: Profile, urls: PublicUrl): string {
  const avatar = pathOf(urls.avatar(user.id));
  return renderPage({
    title: `${user.name} (${user.username})`,
    icon: avatar,
    content: html`
      <header>
        <img src="${avatar}" width="96" height="96" alt="" />
        <div>
          <h1><bdi>${user.name}</bdi></h1>
          <p class="soft">@${user.username}</p>
        </div>
      </header>
      <section>
        <h2>Recent activity</h2>
        ${events.length > 0 ? eventList(events) : hint('Nothing in public projects.')}
      </section>
      <section>
        <h2>SSH keys</h2>
        ${keys.length > 0 ? keyList(keys, pathOf(urls.profile(user.username))) : hint('None.')}
      </section>
    `,
  });
}

/** The page for unknown usernames. */
export function missingPage(): string {
  return renderPage({
    title: 'Not found',
    content: html`
      <section>
        <h1>Not found</h1>
        ${hint('There is no page at this address.')}
      </section>
    `,
  });
}

/** Drops the host: the page must work under any host name, and its policy allows only its own origin. */
const pathOf = (url: string): string => new URL(url).pathname;

const hint = (text: string): Html => html`<p class="soft">${text}</p>`;

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
const SUBJECTS: Record<NoteableType, string> = {
  Issue: 'issue',
  Snippet: 'snippet',
  MergeRequest: 'merge request',
};
const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const eventList = (events: ProfileEventRow[]): Html =>
  html`<ol>
    ${events.map(eventItem)}
  </ol>`;

function eventItem(event: ProfileEventRow): Html {
  const { action, subject_type, subject_title, project_owner, project_path, created_at } = event;
  const subject =
    subject_type === null
      ? ''
      : html`${SUBJECTS[subject_type]} <b><bdi>${subject_title ?? ''}</bdi></b> in `;
  return html`<li>
    ${VERBS[action]} ${subject}<b>${project_owner}/${project_path}</b>
    <time datetime="${iso(created_at)}">${DAY.format(created_at)}</time>
  </li>`;
}

const keyList = (keys: FingerprintRow[], profile: string): Html =>
  html`<ul>
      ${keys.map(keyItem)}
    </ul>
    <p><a href="${profile}.keys">All keys as a file</a></p>`;

/** Omits title and comment of the key, because they often contain host names and email addresses. */
function keyItem({ key_text, fingerprint_sha256 }: FingerprintRow): Html {
  const type = key_text.replace(/[ \t].*/s, '');
  return html`<li><span class="soft">${type}</span> <code>${fingerprint_sha256}</code></li>`;
}
