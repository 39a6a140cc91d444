/** The first bytes of every body are not counted, so that sign-ins work whatever others send. */
export const FREE = 1_024;
/** A body of at most this size may use the whole budget. */
const SMALL = 65_536;
/** Larger bodies use at most this part, so that requests with small bodies go on beside them. */
const PART_FOR_LARGE = 0.75;
/** The most that the bodies of all strangers take together. */
const PART_FOR_STRANGERS = 1 / 4;
/** The most that the bodies of strangers take from one address. */
const PART_FOR_ADDRESS = 1 / 16;

/** The memory that the bodies of all requests of this process take together, in bytes. */
export class BodyMemory {
  private used = 0;
  private usedByStrangers = 0;
  private readonly usedByAddress = new Map<string, number>();

  constructor(private readonly budget: number) {}

  /** Starts to count a body. The caller releases it when the response has been sent. */
  hold(): HeldBody {
    let held = 0;
    const body: HeldBody = {
      stranger: null,
      resize: (size) => {
        const bytes = Math.max(0, size - FREE) - held;
        if (!this.hasRoom(body.stranger, bytes, size)) return false;
        this.count(body.stranger, bytes);
        held += bytes;
        return true;
      },
      release: () => {
        this.count(body.stranger, -held);
        held = 0;
      },
    };
    return body;
  }

  private hasRoom(stranger: string | null, bytes: number, size: number): boolean {
    if (bytes <= 0) return true;
    const budget = size > SMALL ? this.budget * PART_FOR_LARGE : this.budget;
    return (
      this.used + bytes <= budget &&
      (stranger === null ||
        (this.usedByStrangers + bytes <= this.share(PART_FOR_STRANGERS) &&
          this.usedFrom(stranger) + bytes <= this.share(PART_FOR_ADDRESS)))
    );
  }

  private count(stranger: string | null, bytes: number): void {
    this.used += bytes;
    if (stranger === null) return;
    this.usedByStrangers += bytes;
    const ofAddress = this.usedFrom(stranger) + bytes;
    if (ofAddress === 0) this.usedByAddress.delete(stranger);
    else this.usedByAddress.set(stranger, ofAddress);
  }

  private usedFrom(address: string): number {
    return this.usedByAddress.get(address) ?? 0;
  }

  /** A single small body always fits. */
  private share(part: number): number {
    return Math.max(SMALL, this.budget * part);
  }
}

/** The part of the budget that one body takes. */
export interface HeldBody {
  /** The address of the sender, if the sender is unknown. Null for users. Set it before the body is read. */
  stranger: string | null;
  /** Counts `size` bytes for this body from now on. False if the budget is used up: then the count stays. */
  readonly resize: (size: number) => boolean;
  readonly release: () => void;
}
