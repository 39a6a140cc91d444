import { JUMPS, type EventSourcesRepository } from './event-sources.repository.js';

/** The ids above `after`, up to and including `upTo`. */
interface Range {
  after: number;
  upTo: number;
}

/**
 * The projects in which a user has events, by id, whoever can see them. The index is read by jumps from one project to
 * the next, so the cost depends on the number of projects and not on that of events. Each statement makes many jumps at
 * once, each in a range of ids of its own.
 */
export async function contributedProjects(
  sources: EventSourcesRepository,
  user: number,
): Promise<number[]> {
  const found: number[] = [];
  const last = await sources.findLastProject(user);
  let ranges = last === null ? [] : split([{ after: 0, upTo: last }]);
  while (ranges.length > 0) {
    const starts = ranges.map(({ after }) => after);
    const next = await sources.findNextProjects(user, starts);
    const rest: Range[] = [];
    for (const [n, { upTo }] of ranges.entries()) {
      const id = next[n];
      if (id === undefined || id === null || id > upTo) continue;
      found.push(id);
      if (id < upTo) rest.push({ after: id, upTo });
    }
    ranges = split(rest);
  }
  return found.sort((a, b) => a - b);
}

/** Splits the ranges into parts of equal width, so that a statement has about as many jumps as it can have. */
function split(ranges: readonly Range[]): Range[] {
  const partsOfEach = Math.max(1, Math.floor(JUMPS / ranges.length));
  return ranges.flatMap(({ after, upTo }) => {
    const width = upTo - after;
    const parts = Math.min(partsOfEach, width);
    const bound = (n: number) => after + Math.floor((width * n) / parts);
    return Array.from({ length: parts }, (_, n) => ({ after: bound(n), upTo: bound(n + 1) }));
  });
}
