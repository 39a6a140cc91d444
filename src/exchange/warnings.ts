import { wrongField, type DataLine } from './lines.js';

/** What is left out of another server's data, and how often. */
export class Warnings {
  private readonly counts = new Map<string, number>();

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** False if the service cannot store the line. */
  accepts(line: DataLine): boolean {
    const wrong = wrongField({ ...line });
    if (wrong !== null) this.add(`${line.kind} without a valid ${wrong}`);
    return wrong === null;
  }

  get texts(): string[] {
    return [...this.counts].map(([what, count]) => `Left out: ${what} (${count}).`);
  }
}
