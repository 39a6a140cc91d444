/** A body of at most this size may use the whole budget. */
const SMALL = 65_536;
/** Larger bodies use at most this part, so that requests with small bodies go on beside them. */
const PART_FOR_LARGE = 0.75;

/** The memory that the bodies of all requests of this process take together, in bytes. */
export class BodyMemory {
  private used = 0;

  constructor(private readonly budget: number) {}

  /** Starts to count a body. The caller releases it when the response has been sent. */
  hold(): HeldBody {
    let held = 0;
    return {
      add: (bytes) => {
        const budget = held + bytes > SMALL ? this.budget * PART_FOR_LARGE : this.budget;
        if (this.used + bytes > budget) return false;
        this.used += bytes;
        held += bytes;
        return true;
      },
      release: () => {
        this.used -= held;
        held = 0;
      },
    };
  }
}

/** The part of the budget that one body takes. */
export interface HeldBody {
  /** False if the budget is used up. */
  readonly add: (bytes: number) => boolean;
  readonly release: () => void;
}
