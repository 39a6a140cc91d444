import { freshDatabase, type FreshDatabase } from './database.js';
import { Program } from './program.js';

/** The programs of a test file. Each test has an empty database, and its programs end with it. */
export class Programs {
  private database: FreshDatabase | undefined;
  private readonly started: Program[] = [];

  /** @param settings of every program. Registers hooks: construct it outside of tests */
  constructor(private readonly settings: Record<string, string>) {
    beforeEach(async () => {
      this.database = await freshDatabase();
    });
    afterEach(async () => {
      for (const program of this.started.splice(0)) await program.remove();
    });
    // A hook of its own: it runs also if a program cannot be removed.
    afterEach(() => this.database?.drop());
  }

  /** URL of the database. */
  get url(): string {
    if (!this.database) throw new Error('The database exists only during a test');
    return this.database.url;
  }

  start(settings: Record<string, string>, ...words: string[]): Program {
    const program = new Program();
    this.started.push(program);
    program.start({ ...this.settings, DATABASE_URL: this.url, ...settings }, ...words);
    return program;
  }
}
