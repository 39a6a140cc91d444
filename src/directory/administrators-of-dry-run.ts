import type { DirectoryUser } from './directory-users.repository.js';
import type { UserChange } from './user-changes.js';

/** A dry run rolls each change back. This keeps which administrators it would have added and removed by now. */
export class AdministratorsOfDryRun {
  private readonly added = new Set<number>();
  private readonly removed = new Set<number>();

  /** @param ids the active administrators of the database @returns those that there would be by now */
  after(ids: readonly number[]): number[] {
    return [...new Set([...ids, ...this.added])].filter((id) => !this.removed.has(id));
  }

  record({ id, state, admin }: DirectoryUser, { changes }: UserChange): void {
    const isActive = (changes['state']?.to ?? state) === 'active';
    const isAdmin = changes['admin']?.to ?? admin === 1;
    const [to, from] =
      isActive && isAdmin ? [this.added, this.removed] : [this.removed, this.added];
    to.add(id);
    from.delete(id);
  }
}
