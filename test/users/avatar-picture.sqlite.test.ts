import { startForge, type Forge } from '../support/app.js';

const LAST = 4;

let forge: Forge;
beforeAll(async () => {
  forge = await startForge();
});
afterAll(() => forge.close());

/** The cells of a picture that have the colour, as `x,y`. */
async function cells(id: number): Promise<string[]> {
  const url = `${forge.url}/avatars/${id}.svg`;
  const { body } = await forge.anonymous.send<string>('GET', url);
  const drawn = /d="((?:M\d \d[\w-]+z)*)"\/><\/svg>$/.exec(body)?.[1] ?? '';
  return [...drawn.matchAll(/M(\d) (\d)/g)].map(([, x, y]) => `${x},${y}`).sort();
}

describe('the picture of a user', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])('is symmetric about its vertical axis: %i', async (id) => {
    const drawn = await cells(id);
    const mirrored = drawn.map((cell) => {
      const [x = NaN, y = NaN] = cell.split(',').map(Number);
      return `${LAST - x},${y}`;
    });
    expect(drawn.length).toBeGreaterThan(0);
    expect(mirrored.sort()).toEqual(drawn);
  });

  it('covers both sides', async () => {
    const all = (await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(cells))).flat();
    expect(new Set(all.map((cell) => cell[0]))).toEqual(new Set(['0', '1', '2', '3', '4']));
  });
});
