/** The versions of `engines` in package.json: majors with their first minor. The last one stands for later majors too. */
const SUPPORTED = [
  [20, 19],
  [22, 13],
  [24, 11],
] as const;

/** Says which versions of Node work if this one does not. Other code of the service may not even load with it. */
export function nodeProblem(version = process.versions.node): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const first = SUPPORTED.find(([known]) => known === major)?.[1];
  const works = first === undefined ? major > SUPPORTED[2][0] : minor >= first;
  if (works) return null;
  return `Forgenote needs Node 20 from 20.19, 22 from 22.13, or 24.11 or later. This is Node ${version}.`;
}
