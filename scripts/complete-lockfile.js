/**
 * Completes package-lock.json with the platform packages npm left out of it.
 *
 * Packages with native code ship one optional package per platform. When npm cannot see some of
 * them while it writes the lockfile (a mirror that keeps only the builds of its own platform),
 * it leaves them out; `npm ci` then refuses the lockfile, or never installs the binary on the
 * platforms that are missing. An entry without `integrity` is enough for npm to fetch the package
 * by name and version where the platform asks for it, and to skip it everywhere else.
 *
 * Run it after every change of a dependency; `--check` only says whether it has been run.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const LOCKFILE = new URL('../package-lock.json', import.meta.url);

const SYSTEMS = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const PROCESSORS = [
  'arm',
  'arm64',
  'ia32',
  'loong64',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
];
/** Publishers leave `gnueabihf` and `musleabihf` unmarked, so these stay unmarked here too. */
const C_LIBRARIES = { gnu: 'glibc', glibc: 'glibc', musl: 'musl' };

/** `@swc/core-linux-x64-musl` runs on linux, x64, musl: the name is all there is to go by. */
function platformOf(name) {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split(/[^a-z0-9]+/);
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  const libc = words.filter((word) => word in C_LIBRARIES).map((word) => C_LIBRARIES[word]);
  // WebAssembly runs on every system; npm tells it by its processor alone.
  if (cpu.length !== 1 || (os.length !== 1 && cpu[0] !== 'wasm32')) {
    throw new Error(`package-lock.json lacks ${name}, whose name does not tell its platform.`);
  }
  return { os: os.length ? os : undefined, cpu, libc: libc.length ? libc : undefined };
}

/** Where npm would look for `name` from the package at `path`: its own folder first, then upwards. */
function placesOf(name, path) {
  const places = [`${path && `${path}/`}node_modules/${name}`];
  while (path) {
    path = path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0));
    places.push(`${path && `${path}/`}node_modules/${name}`);
  }
  return places;
}

function missingEntries(packages) {
  const missing = {};
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      const places = placesOf(name, path);
      const version = range.replace(/^[~^]/, '');
      const exact = version === range;
      const fits = (entry) => entry && (!exact || entry.version === version);
      if (places.some((place) => fits(packages[place] ?? missing[place]))) continue;
      if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
        throw new Error(`package-lock.json lacks ${name}, whose version ${range} is not exact.`);
      }
      // Beside its parent, as npm would place it, or below it where another version stands there.
      const [below, beside = below] = places;
      const place = (packages[beside] ?? missing[beside]) ? below : beside;
      const { os, cpu, libc } = platformOf(name);
      // `dev` as its parent: what only development needs must not reach production. The fields
      // stand in npm's own order, so that npm and this script never take turns at rewriting them.
      missing[place] = { version, cpu, dev: parent.dev, libc, optional: true, os };
    }
  }
  return missing;
}

/** A tarball's address binds the lockfile to one registry; name, version and integrity suffice. */
function boundToRegistry(entry) {
  return /^https?:.*\/-\/.*\.tgz$/.test(entry.resolved ?? '');
}

const lockfile = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
const missing = missingEntries(lockfile.packages);
const bound = Object.values(lockfile.packages).filter(boundToRegistry);
const summary =
  `${Object.keys(missing).length} platform packages missing, ` +
  `${bound.length} addresses of a registry`;

if (Object.keys(missing).length + bound.length === 0) {
  console.log('package-lock.json is complete.');
} else if (process.argv.includes('--check')) {
  console.error(`package-lock.json is incomplete (${summary}): run \`npm run lockfile\`.`);
  process.exitCode = 1;
} else {
  for (const entry of bound) delete entry.resolved;
  const entries = Object.entries({ ...lockfile.packages, ...missing });
  lockfile.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(LOCKFILE, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`package-lock.json completed (${summary}).`);
}
