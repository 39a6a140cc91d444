import { Injectable } from '@nestjs/common';
import { DeletionRegistry, type Kind, type OwnedRows } from '../deletion/deletion-registry.js';
import type { Rule } from './rule.js';

/** Each feature registers the rules of its own rows here. That rows have their owners follows from the deletions. */
@Injectable()
export class Rules {
  private readonly registered: Rule[] = [];

  constructor(private readonly deletions: DeletionRegistry) {}

  register(...rules: Rule[]): void {
    this.registered.push(...rules);
  }

  all(): Rule[] {
    const owned = this.deletions.all();
    const tables = new Map(owned.flatMap(({ kind, table }) => (kind ? [[kind, table]] : [])));
    const owners = owned.flatMap((rows) => ownersOf(rows, tables));
    return [...this.registered, ...owners].sort((a, b) => (a.table < b.table ? -1 : 1));
  }
}

function ownersOf({ table, of }: OwnedRows, tables: ReadonlyMap<Kind, string>): Rule[] {
  return (Object.entries(of) as [Kind, string][]).map(([kind, condition]) => {
    const owner = tables.get(kind) ?? '';
    const column = /(\w+) IN/.exec(condition)?.[1] ?? '';
    return {
      table,
      text: `has its ${kind} (${column})`,
      // NULL NOT IN an empty set is true.
      isBroken: `${condition.replace('IN (:owners...)', `NOT IN (SELECT id FROM ${owner})`)} AND ${column} IS NOT NULL`,
    };
  });
}
