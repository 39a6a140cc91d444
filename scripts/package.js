/**
 * Writes the program as a tarball that needs Node and no registry, and its checksum, into a folder:
 * `node scripts/package.js [FOLDER]`. `npm run package` builds the program first. The same build gives the same bytes.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { UNBUNDLED } from './vendored.js';

const [target = '.'] = process.argv.slice(2);
const { name, version, license, type, engines } = JSON.parse(
  fs.readFileSync('package.json', 'utf8'),
);

// As Node names its own tarballs. Native packages are of one platform.
const { glibcVersionRuntime } = process.report.getReport().header;
const isMusl = process.platform === 'linux' && !glibcVersionRuntime;
const machine = `${process.platform}-${process.arch}`;
// Builds of one version have folders of their own, so that an upgrade can be undone.
const COMMIT = 'dist/src/commit.txt';
const build = fs.existsSync(COMMIT) ? `+${fs.readFileSync(COMMIT, 'utf8')}` : '';
const folderName = `${name}-${version}${build}-${machine}${isMusl ? '-musl' : ''}`;

/** Files of the npm package that are for hosts, tests and clients, or for other platforms, or written anew. */
const UNNEEDED = [
  /^dist\/(client|commonjs|kit)\//,
  /^dist\/src\/.*\.(js|ts)$/,
  new RegExp(`/prebuilds/(?!${machine}/)`),
  isMusl ? /\.glibc\.node$/ : /\.musl\.node$/,
  /^(package|sbom\.cdx)\.json$/,
];

const run = (command, ...args) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 26 });

function programFiles() {
  const [{ files }] = JSON.parse(run('npm', 'pack', '--dry-run', '--json', '--ignore-scripts'));
  return files.map(({ path }) => path).filter((path) => !UNNEEDED.some((kind) => kind.test(path)));
}

/** The packages that the program loads, with all they depend on. They have the versions of the lockfile. */
function packageFolders() {
  const query = UNBUNDLED.flatMap((one) => [`[name="${one}"]`, `[name="${one}"] *`]).join(', ');
  return JSON.parse(run('npm', 'query', query)).map(({ location }) => location);
}

function fill(folder) {
  const copy = (path, filter = () => true) =>
    fs.cpSync(path, join(folder, path), { recursive: true, filter });
  for (const path of programFiles()) copy(path);
  // A package inside of another one is in the list too, if the program needs it.
  for (const path of packageFolders())
    copy(path, (file) => !file.slice(path.length).includes('/node_modules'));
  // deploy/.env has secrets of the person who builds.
  for (const path of ['deploy', 'docs']) copy(path, (file) => !basename(file).startsWith('.'));
  run(process.execPath, 'scripts/write-sbom.js', join(folder, 'sbom.cdx.json'));
  // Without dependencies: most of them are in the bundle.
  const described = { name, version, license, private: true, type, engines };
  fs.writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  fs.chmodSync(join(folder, 'dist/program/main.js'), 0o755);
  fs.mkdirSync(join(folder, 'bin'));
  fs.symlinkSync('../dist/program/main.js', join(folder, 'bin', name));
}

// As in other reproducible builds. Without it, the time that npm gives the files of packages.
const { SOURCE_DATE_EPOCH: time = String(Date.UTC(1985, 9, 26, 8, 15) / 1000) } = process.env;

const stage = fs.mkdtempSync(join(tmpdir(), 'forgenote-package-'));
try {
  fill(join(stage, folderName));
  const tarball = `${folderName}.tar.gz`;
  const order = [
    '--sort=name',
    '--format=gnu',
    `--mtime=@${time}`,
    '--use-compress-program=gzip -9n',
  ];
  const owner = ['--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  const file = join(target, tarball);
  run('tar', '--create', ...order, ...owner, '--file', file, '--directory', stage, folderName);
  const sha256 = createHash('sha256').update(fs.readFileSync(file)).digest('hex');
  fs.writeFileSync(`${file}.sha256`, `${sha256}  ${tarball}\n`);
  console.log(file);
} finally {
  fs.rmSync(stage, { recursive: true });
}
