/** What issues and merge requests have in common, with the people and the project their views name. */
export interface IssuableRow {
  id: number;
  iid: number;
  project_id: number;
  title: string;
  description: string | null;
  state: string;
  created_at: number;
  updated_at: number;
  author_id: number;
  author_name: string;
  author_username: string;
  author_state: string;
  assignee_id: number | null;
  assignee_name: string | null;
  assignee_username: string | null;
  assignee_state: string | null;
  project_path: string;
  project_owner: string;
}

/** Columns of the issues or merge requests under this alias; needs `joinPeople` and project `p`. */
export const issuableColumns = (alias: string): string => {
  const own = ['id', 'iid', 'project_id', 'title', 'description', 'state'];
  const more = ['created_at', 'updated_at', 'author_id', 'assignee_id'];
  return `${[...own, ...more].map((name) => `${alias}.${name}`).join(', ')},
    a.name AS author_name, a.username AS author_username, a.state AS author_state,
    s.name AS assignee_name, s.username AS assignee_username, s.state AS assignee_state,
    p.path AS project_path, o.username AS project_owner`;
};

export const joinPeople = (alias: string): string =>
  `JOIN users a ON a.id = ${alias}.author_id JOIN users o ON o.id = p.owner_id
   LEFT JOIN users s ON s.id = ${alias}.assignee_id`;
