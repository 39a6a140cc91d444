/**
 * Adds missing platform packages to package-lock.json. Run it after every change of a dependency.
 * `--check` changes nothing and fails if entries are missing.
 *
 * Packages with native code ship one optional package per platform. Some registry mirrors offer
 * only the packages of their own platform. npm then leaves the others out of the lockfile, and
 * `npm ci` fails or skips the binary on those platforms. An entry without `integrity` is enough:
 * npm fetches the package by name and version if the platform matches, and skips it otherwise.
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
/** `gnueabihf` and `musleabihf` are missing on purpose: publishers set no `libc` for them. */
const C_LIBRARIES = { gnu: 'glibc', glibc: 'glibc', musl: 'musl' };

/** Derives the platform from the name: `@swc/core-linux-x64-musl` runs on linux, x64, musl. */
function platformOf(name) {
  if (name === 'fsevents') return { os: ['darwin'] };
  const words = name.split(/[^a-z0-9]+/);
  const os = words.filter((word) => SYSTEMS.includes(word));
  const cpu = words.filter((word) => PROCESSORS.includes(word));
  const libc = words.filter((word) => word in C_LIBRARIES).map((word) => C_LIBRARIES[word]);
  // WebAssembly runs on every system, so its packages have a `cpu` but no `os`.
  if (cpu.length !== 1 || (os.length !== 1 && cpu[0] !== 'wasm32')) {
    throw new Error(
      `package-lock.json lacks ${name}, and its name contains no known platform: ` +
        'add the platform to scripts/complete-lockfile.js.',
    );
  }
  return { os: os.length ? os : undefined, cpu, libc: libc.length ? libc : undefined };
}

/** The paths where Node looks for `name` from the package at `path`: its own folder, then upwards. */
function resolutionPaths(name, path) {
  const paths = [`${path && `${path}/`}node_modules/${name}`];
  while (path) {
    path = path.slice(0, Math.max(path.lastIndexOf('/node_modules/'), 0));
    paths.push(`${path && `${path}/`}node_modules/${name}`);
  }
  return paths;
}

function missingEntries(packages) {
  const missing = {};
  for (const [path, parent] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(parent.optionalDependencies ?? {})) {
      const paths = resolutionPaths(name, path);
      const version = range.replace(/^[~^]/, '');
      const exact = version === range;
      const fits = (entry) => entry && (!exact || entry.version === version);
      if (paths.some((candidate) => fits(packages[candidate] ?? missing[candidate]))) continue;
      if (!/^\d+\.\d+\.\d+[\w.+-]*$/.test(version)) {
        throw new Error(`package-lock.json lacks ${name}, and its version ${range} is a range.`);
      }
      // As npm does: next to the parent, or nested in the parent if another version is there.
      const [nested, sibling = nested] = paths;
      const target = (packages[sibling] ?? missing[sibling]) ? nested : sibling;
      const { os, cpu, libc } = platformOf(name);
      // Copy `dev` from the parent, so that development packages stay out of production installs.
      // Field order is that of npm. With another order, npm and this script would undo each other.
      missing[target] = { version, cpu, dev: parent.dev, libc, optional: true, os };
    }
  }
  return missing;
}

/** Tarball URLs tie the lockfile to one registry. Name, version and integrity are enough. */
function hasRegistryUrl(entry) {
  return /^https?:.*\/-\/.*\.tgz$/.test(entry.resolved ?? '');
}

const lockfile = JSON.parse(readFileSync(LOCKFILE, 'utf8'));
const missing = missingEntries(lockfile.packages);
const withUrl = Object.values(lockfile.packages).filter(hasRegistryUrl);
const summary =
  `${Object.keys(missing).length} missing platform packages, ` + `${withUrl.length} registry URLs`;

if (Object.keys(missing).length + withUrl.length === 0) {
  console.log('package-lock.json is complete.');
} else if (process.argv.includes('--check')) {
  console.error(`package-lock.json is incomplete (${summary}): run \`npm run lockfile\`.`);
  process.exitCode = 1;
} else {
  for (const entry of withUrl) delete entry.resolved;
  const entries = Object.entries({ ...lockfile.packages, ...missing });
  lockfile.packages = Object.fromEntries(entries.sort(([a], [b]) => a.localeCompare(b, 'en')));
  writeFileSync(LOCKFILE, `${JSON.stringify(lockfile, null, 2)}\n`);
  console.log(`package-lock.json completed (${summary}).`);
}
