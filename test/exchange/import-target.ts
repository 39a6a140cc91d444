import { writeFileSync } from 'node:fs';
import { importFile } from '../../src/cli/import.command.js';
import type { ImportCounts } from '../../src/exchange/import-run.js';
import { startForge, type Forge } from '../support/app.js';
import { handmade } from './handmade.js';
import { freshFile } from './sample-forge.js';

/** A new forge for each test, into which lines are imported. */
export class ImportTarget {
  forge!: Forge;
  place!: ReturnType<typeof freshFile>;

  /** Call at the top of a test file. */
  constructor() {
    beforeEach(async () => {
      this.forge = await startForge();
      this.place = freshFile();
    });
    afterEach(async () => {
      this.place.remove();
      await this.forge.close();
    });
  }

  /** @param mapping of usernames of the lines to those of the forge */
  async importAll(
    lines: object[],
    { dryRun = false, mapping }: { dryRun?: boolean; mapping?: object } = {},
  ): Promise<ImportCounts> {
    writeFileSync(this.place.file, handmade(...lines));
    if (mapping) writeFileSync(this.place.in('map.json'), JSON.stringify(mapping));
    const mapUsers = mapping ? { mapUsers: this.place.in('map.json') } : {};
    const { data } = await importFile(this.forge.app, this.place.file, { dryRun, ...mapUsers });
    return data as unknown as ImportCounts;
  }
}
