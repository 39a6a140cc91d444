import fc from 'fast-check';
import { startForge, type Forge } from '../support/app.js';
import { freshFile } from '../support/database.js';
import { ENGINE_UNDER_TEST, SEQUENCES } from '../support/environment.js';
import { Lane } from './sequences/lane.js';
import { play, sequence, type Sequence } from './sequences/play.js';

/** The same sequences every time. */
const SEED = 20_160_131;
/** Played beside each other, so that one waits for its database while another is at work. */
const LANES = 4;

/** So many sequences are played by the same people: their lists grow. */
const ROUNDS = 125;

/** A lane of each service; a new one after a failure, of which nobody knows what it left behind. */
class Lanes {
  private lanes?: Lane[];
  private count = 0;
  private rounds = 0;

  constructor(
    private readonly forges: readonly Forge[],
    private readonly name: string,
  ) {}

  /** What each service said is the same. */
  async play(drawn: Sequence): Promise<void> {
    if (this.rounds++ === ROUNDS) this.renew();
    const lanes = (this.lanes ??= await this.open());
    try {
      const all = await Promise.allSettled(lanes.map((lane) => play(lane, drawn)));
      const [said, ...others] = all.map((one) => {
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      });
      for (const other of others) expect(other).toEqual(said);
    } catch (error) {
      this.renew();
      throw error;
    }
  }

  private renew(): void {
    this.count++;
    this.rounds = 0;
    this.lanes = undefined;
  }

  private open(): Promise<Lane[]> {
    return Promise.all(this.forges.map((forge) => Lane.open(forge, `${this.name}x${this.count}`)));
  }
}

describe('sequences of calls', () => {
  const forges: Forge[] = [];
  const drop: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    forges.push(await startForge());
    if (ENGINE_UNDER_TEST === 'sqlite') return;
    const file = await freshFile();
    drop.push(() => file.drop());
    forges.push(await startForge({ DATABASE_URL: file.url }));
  });
  afterAll(async () => {
    for (const forge of forges) await forge.close();
    for (const one of drop) await one();
  });

  /** Rejects when each lane has come to its end, so that none is cut off. */
  async function run(lanes: readonly Lanes[]): Promise<void> {
    let hasFailed = false;
    const runs = lanes.map((lane, index) => {
      const property = fc.asyncProperty(sequence, async (drawn) => {
        if (!hasFailed) await lane.play(drawn);
      });
      const numRuns = Math.ceil(SEQUENCES / lanes.length);
      return fc.assert(property, { seed: SEED + index, numRuns }).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    });
    for (const one of await Promise.allSettled(runs))
      if (one.status === 'rejected') throw one.reason;
  }

  it(
    ENGINE_UNDER_TEST === 'sqlite'
      ? 'are answered as a model of the service predicts'
      : 'are answered as a model of the service predicts, and by both engines alike',
    () => run(Array.from({ length: LANES }, (_, lane) => new Lanes(forges, `lane${lane}`))),
    60_000 + SEQUENCES * 150,
  );
});
