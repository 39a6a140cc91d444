/** Runs `main` and then its cleanup steps, also after an error, an unhandled rejection, SIGINT or SIGTERM. */
export async function withCleanup(main: (cleanup: Cleanup) => Promise<void>): Promise<void> {
  const cleanup = new Cleanup();
  const exit = (status: number) => {
    void cleanup.run().finally(() => process.exit(status));
  };
  const stop = () => {
    exit(130);
  };
  const fail = (error: unknown) => {
    console.error(error);
    exit(1);
  };
  process.once('SIGINT', stop).once('SIGTERM', stop).once('uncaughtException', fail);
  try {
    await main(cleanup);
  } finally {
    await cleanup.run();
    process.off('SIGINT', stop).off('SIGTERM', stop).off('uncaughtException', fail);
  }
}

export class Cleanup {
  private readonly steps: (() => Promise<void>)[] = [];
  private done?: Promise<void>;

  add(step: () => Promise<void>): void {
    this.steps.push(step);
  }

  /** Runs the steps once: a signal and the error it causes in `main` both call this. */
  run(): Promise<void> {
    return (this.done ??= this.undo());
  }

  /** Last step first. A step that fails does not stop the others. */
  private async undo(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      await step().catch((error: unknown) => {
        console.error(error);
      });
    }
  }
}
