/** Writes the bill of materials to `sbom.cdx.json`. */
import { writeFileSync } from 'node:fs';
import { billOfMaterials } from './bill-of-materials.js';

writeFileSync('sbom.cdx.json', `${JSON.stringify(billOfMaterials(), null, 2)}\n`);
