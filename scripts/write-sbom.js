/** Writes the bill of materials into a file: `node scripts/write-sbom.js [FILE]`. */
import { renameSync, writeFileSync } from 'node:fs';
import { billOfMaterials } from './bill-of-materials.js';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
// In one step: another process may pack the file at the same time.
const draft = `${file}.${process.pid}`;
writeFileSync(draft, `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
renameSync(draft, file);
