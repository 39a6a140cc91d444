/** The data cannot be imported, and nothing was changed. The message says what to do. */
export class UnusableData extends Error {}

export const notAnExport = (file: string, at: number, problem: string): UnusableData =>
  new UnusableData(
    `${file} is not a complete export (line ${at}: ${problem}): nothing was changed. Use another file.`,
  );

/** The import has ended early. What it has created stays, and the same command continues. */
export class ImportInterrupted extends Error {
  constructor(reason: string, cause?: unknown) {
    super(`${reason} What was imported stays: run the same command again to continue.`, { cause });
  }
}
