import fc from 'fast-check';
import { startForge, type Forge } from '../support/app.js';
import { freshFile } from '../support/database.js';
import { ENGINE_UNDER_TEST, SEQUENCES } from '../support/environment.js';
import { Lane } from './sequences/lane.js';
import { play, sequence, type Sequence } from './sequences/play.js';

/** Fixed, so that each run plays the same sequences. */
const SEED = 20_160_131;
/** Lanes run concurrently: one can wait for its database while another works. */
const LANES = 4;

/** The number of sequences with the same users, whose lists grow. */
const ROUNDS = 125;

/** One lane per service. A failure starts a new lane, because the state after it is unknown. */
class Lanes {
  private lanes?: Lane[];
  private count = 0;
  private rounds = 0;

  constructor(
    private readonly forges: readonly Forge[],
    private readonly name: string,
  ) {}

  /** All services gave the same responses. */
  async play(steps: Sequence): Promise<void> {
    if (this.rounds++ === ROUNDS) this.renew();
    const lanes = (this.lanes ??= await this.open());
    try {
      const all = await Promise.allSettled(lanes.map((lane) => play(lane, steps)));
      const [responses, ...others] = all.map((one) => {
        if (one.status === 'rejected') throw one.reason;
        return one.value;
      });
      for (const other of others) expect(other).toEqual(responses);
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

  /** Rejects only after all lanes have ended, so that none is cut off. */
  async function run(lanes: readonly Lanes[]): Promise<void> {
    let hasFailed = false;
    const runs = lanes.map((lane, index) => {
      const property = fc.asyncProperty(sequence, async (steps) => {
        if (!hasFailed) await lane.play(steps);
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
      ? 'get the responses that a model of the service predicts'
      : 'get the responses that a model of the service predicts, the same from both engines',
    () => run(Array.from({ length: LANES }, (_, lane) => new Lanes(forges, `lane${lane}`))),
    60_000 + SEQUENCES * 450,
  );
});
