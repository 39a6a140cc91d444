/** What the function answers, found out once for each first argument; the others are always the same. */
export function once<Key extends object, More extends unknown[], Result>(
  find: (key: Key, ...more: More) => Result,
): (key: Key, ...more: More) => Result {
  const known = new WeakMap<Key, Result>();
  return (key, ...more) => {
    let result = known.get(key);
    if (result === undefined) known.set(key, (result = find(key, ...more)));
    return result;
  };
}
