/** Writes the bill of materials into a file: `node scripts/write-sbom.js [FILE]`. */
import { writeFileSync } from 'node:fs';
import { billOfMaterials } from './bill-of-materials.js';

const [file = 'sbom.cdx.json'] = process.argv.slice(2);
writeFileSync(file, `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
