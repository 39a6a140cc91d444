import { createHash } from 'node:crypto';

const CELLS = 5;

/** Returns an SVG image that depends on the id alone: five by five cells, mirrored, in one colour. */
export function identicon(id: number): string {
  const bytes = createHash('sha256').update(`user ${id}`).digest();
  const hue = Math.round(((bytes[0] ?? 0) / 255) * 360);
  const cells: string[] = [];
  for (let column = 0; column < Math.ceil(CELLS / 2); column++) {
    for (let row = 0; row < CELLS; row++) {
      if (((bytes[1 + column * CELLS + row] ?? 0) & 1) === 0) continue;
      for (const x of new Set([column, CELLS - 1 - column])) cells.push(`M${x} ${row}h1v1h-1z`);
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 7 7" width="96" height="96">` +
    `<path fill="#f4f4f6" d="M-1-1h7v7h-7z"/><path fill="hsl(${hue} 55% 48%)" d="${cells.join('')}"/></svg>`
  );
}
