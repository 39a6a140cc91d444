import type { RequestOwner } from './request-owner.js';

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
/** The most that the bodies of one user take. BODY_MEMORY is at least twice BODY_LIMIT, so one body always fits. */
const PART_FOR_USER = 1 / 2;

/** The memory that the bodies of all requests of this process take together, in bytes. */
export class BodyMemory {
  private used = 0;
  private usedByStrangers = 0;
  private readonly usedByOwner = new Map<string, number>();

  constructor(private readonly budget: number) {}

  /** Starts to count a body. The caller releases it when the response has been sent. */
  hold(): HeldBody {
    let held = 0;
    const body: HeldBody = {
      owner: null,
      resize: (size) => {
        const bytes = Math.max(0, size - FREE) - held;
        if (!this.hasRoom(body.owner, bytes, size)) return false;
        this.count(body.owner, bytes);
        held += bytes;
        return true;
      },
      release: () => {
        this.count(body.owner, -held);
        held = 0;
      },
    };
    return body;
  }

  private hasRoom(owner: RequestOwner | null, bytes: number, size: number): boolean {
    if (bytes <= 0) return true;
    const budget = size > SMALL ? this.budget * PART_FOR_LARGE : this.budget;
    if (this.used + bytes > budget) return false;
    if (owner === null) return true;
    const ofOwner = this.usedBy(owner) + bytes;
    if (!owner.isStranger) return ofOwner <= this.share(PART_FOR_USER);
    return (
      this.usedByStrangers + bytes <= this.share(PART_FOR_STRANGERS) &&
      ofOwner <= this.share(PART_FOR_ADDRESS)
    );
  }

  private count(owner: RequestOwner | null, bytes: number): void {
    this.used += bytes;
    if (owner === null) return;
    if (owner.isStranger) this.usedByStrangers += bytes;
    const ofOwner = this.usedBy(owner) + bytes;
    if (ofOwner === 0) this.usedByOwner.delete(owner.key);
    else this.usedByOwner.set(owner.key, ofOwner);
  }

  private usedBy({ key }: RequestOwner): number {
    return this.usedByOwner.get(key) ?? 0;
  }

  /** A single small body always fits. */
  private share(part: number): number {
    return Math.max(SMALL, this.budget * part);
  }
}

/** The part of the budget that one body takes. */
export interface HeldBody {
  /** The sender: a user, or the address of an unknown sender. Null has no share. Set it before the body is read. */
  owner: RequestOwner | null;
  /** Counts `size` bytes for this body from now on. False if the budget is used up: then the count stays. */
  readonly resize: (size: number) => boolean;
  readonly release: () => void;
}
