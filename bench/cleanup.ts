/** Runs `main`; what it has left to be undone is undone however it ends, by a signal too. */
export async function withCleanup(main: (cleanup: Cleanup) => Promise<void>): Promise<void> {
  const cleanup = new Cleanup();
  const stop = () => {
    void cleanup.run().finally(() => process.exit(130));
  };
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    await main(cleanup);
  } finally {
    await cleanup.run();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

export class Cleanup {
  private readonly steps: (() => Promise<void>)[] = [];
  private done?: Promise<void>;

  add(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Once, whoever asks for it: a signal, and what then fails because of it. */
  run(): Promise<void> {
    return (this.done ??= this.undo());
  }

  /** The last first; one that fails does not keep the others from being done. */
  private async undo(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      await step().catch((error: unknown) => {
        console.error(error);
      });
    }
  }
}
