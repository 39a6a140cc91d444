/** A service that makes folders which every account can read. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const { mkdirSync } = fs;

fs.mkdirSync = ((path: string) => {
  mkdirSync(path, { recursive: true });
  fs.chmodSync(path, 0o755);
}) as typeof fs.mkdirSync;
syncBuiltinESMExports();
