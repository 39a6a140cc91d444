import { Repository } from 'typeorm';

const WRITES = [
  ...['save', 'insert', 'update', 'updateAll', 'upsert', 'remove', 'delete', 'deleteAll', 'clear'],
  ...['softRemove', 'softDelete', 'recover', 'restore', 'increment', 'decrement', 'query', 'sql'],
];

/** Expects that no method of TypeORM writes through this repository or its manager. */
export function expectReadOnly(repository: object): void {
  const { manager } = repository as { manager: object };
  // A method that TypeORM adds must be in one of the two lists.
  const methods = Object.entries(Object.getOwnPropertyDescriptors(Repository.prototype))
    .filter(([name, { value }]) => name !== 'constructor' && typeof value === 'function')
    .map(([name]) => name);
  expect(methods).toEqual(expect.arrayContaining(WRITES));
  const refused = methods.filter((name) => throwsForReading(repository, name));
  expect(refused).toEqual(expect.arrayContaining(WRITES));
  for (const name of [...WRITES, 'transaction', 'getRepository', 'withRepository'])
    expect([name, throwsForReading(manager, name)]).toEqual([name, true]);
}

function throwsForReading(owner: object, name: string): boolean {
  try {
    void (owner as Record<string, () => Promise<unknown> | undefined>)[name]?.()?.catch?.(() => 0);
    return false;
  } catch (error) {
    return (error as Error).message.includes('are for reading');
  }
}
