import { createRequire } from 'node:module';

export type Thing = Record<string, unknown> & { id: number };
export type Call<Result = Thing> = (...args: unknown[]) => Promise<Result>;
export type Service<Names extends string> = Record<Names, Call> & { all: Call<Thing[]> };

export type Parts = 'create' | 'show' | 'edit' | 'remove';
export type Notes = Service<Parts>;
export type Awards = Service<'award' | 'show' | 'remove'>;

/** npm's gitlab 14.2.2, as far as this job needs it. */
export interface Gitlab {
  Users: Service<Parts | 'current'> & { block: Call<boolean>; unblock: Call<boolean> } & {
    events: Call<Thing[]>;
  };
  UserKeys: Service<Parts>;
  UserEmails: Service<'add' | 'show' | 'remove'>;
  Projects: Service<Parts>;
  ProjectMembers: Service<'add' | 'show' | 'edit' | 'remove'>;
  Branches: Service<Parts>;
  Issues: Service<Parts>;
  IssueNotes: Notes;
  IssueAwardEmojis: Awards;
  Labels: Service<'create' | 'edit' | 'remove'>;
  MergeRequests: Service<Parts>;
  MergeRequestNotes: Notes;
  MergeRequestAwardEmojis: Awards;
  ProjectSnippets: Service<Parts> & { content: Call<string> };
  ProjectSnippetNotes: Notes;
  ProjectSnippetAwardEmojis: Awards;
}

export const { Gitlab } = createRequire(import.meta.url)('gitlab-14') as {
  Gitlab: new (options: Record<string, unknown>) => Gitlab;
};

export async function refusal(call: Promise<unknown>): Promise<unknown> {
  try {
    await call;
    return 'not refused';
  } catch (error) {
    const { response, description } = error as { response: Response; description: unknown };
    return [
      response.status,
      typeof description === 'string' ? description : JSON.stringify(description),
    ];
  }
}
