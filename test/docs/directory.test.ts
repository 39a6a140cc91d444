import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { readConfig, type DirectoryConfig } from '../../src/base/config/config.js';
import { unknownSettings } from '../../src/base/config/unknown-settings.js';
import { PRESETS, presetOf } from '../../src/sign-in/ldap/presets.js';
import { Directory } from '../../src/sign-in/ldap/directory.js';

const document = readFileSync(new URL('../../docs/directory.md', import.meta.url), 'utf8');

type Settings = Record<string, string>;

/** The blocks of settings, in the order of the page. */
const blocks = [...document.matchAll(/```sh\n([^]*?)```/g)]
  .map(([, text = '']) =>
    Object.fromEntries(
      [...text.matchAll(/^ *(LDAP_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    ),
  )
  .filter((settings) => Object.keys(settings).length > 0);
const [openldap = {}] = blocks;
/** A block without a server adds to the first. */
const complete = (block: Settings): Settings =>
  'LDAP_URL' in block ? block : { ...openldap, ...block };
const byPreset = new Map(
  blocks
    .filter((block) => 'LDAP_BIND_DN' in block)
    .map((block) => [block['LDAP_PRESET'] ?? 'openldap', block]),
);

/** The code of each cell. */
const [, section = ''] = document.split('### What each preset reads');
const table = new Map(
  [...section.split('\n## ')[0].matchAll(/^\| `([\w-]+)` +\|(.*)\|$/gm)].map(
    ([, preset = '', cells = '']) => [
      preset,
      cells.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code)),
    ],
  ),
);

describe('docs/directory.md', () => {
  let folder: string;
  /** The files that the page names, with something in them. */
  let files: Settings;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
    files = { LDAP_BIND_PASSWORD_FILE: join(folder, 'password'), LDAP_CA: join(folder, 'ca.crt') };
    writeFileSync(join(folder, 'password'), 'secret of the file\n');
    writeFileSync(join(folder, 'ca.crt'), rootCertificates[0] ?? '');
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** As the service reads them at its start. */
  function read(block: Settings): DirectoryConfig | null {
    const settings = complete(block);
    const named = Object.keys(files).filter((name) => name in settings);
    const paths = Object.fromEntries(named.map((name) => [name, files[name] ?? '']));
    expect(unknownSettings(settings)).toEqual([]);
    return readConfig({ ...settings, ...paths, SECRET_KEY: 'k'.repeat(40) }).directory;
  }

  it('has one block and one row of the table for each preset', () => {
    const presets = Object.keys(PRESETS).sort();
    expect([...byPreset.keys()].sort()).toEqual(presets);
    expect([...table.keys()].sort()).toEqual(presets);
  });

  it.each([...byPreset])('has settings for %s with which the service starts', (preset, block) => {
    const config = read(block) as DirectoryConfig;
    expect(config).toMatchObject({
      ...{ preset, provider: 'ldapmain', urls: block['LDAP_URL']?.split(',') },
      ...{ startTls: block['LDAP_START_TLS'] === 'on', base: block['LDAP_BASE'] },
      ...{ bindDn: block['LDAP_BIND_DN'], bindPassword: 'secret of the file' },
      ca: 'LDAP_CA' in block ? rootCertificates[0] : null,
      attributes: { username: null, email: null, name: null, uniqueId: null },
    });
    expect(presetOf(config)).toEqual(PRESETS[config.preset]);
    expect(new Directory(config).provider).toBe('ldapmain');
  });

  it.each([...table])('says what the preset %s reads', (preset, cells) => {
    const { username, email, name, uniqueId, disabled } = presetOf(
      read(byPreset.get(preset) ?? {}) as DirectoryConfig,
    );
    const signs = (cells[4] ?? []).filter((code) => code !== 'LDAP_FILTER').sort();
    expect([...cells.slice(0, 4), signs]).toEqual([
      ...[[username], [email], name, [uniqueId]],
      [...disabled].sort(),
    ]);
  });

  it.each(blocks.filter((block) => !('LDAP_BIND_DN' in block)).map((block) => [block]))(
    'has further settings with which the service starts: %j',
    (block) => {
      const { urls, adminFilter, externalFilter, ...config } = read(block) as DirectoryConfig;
      const values = Object.values(block);
      expect(values.length).toBeGreaterThan(0);
      expect([...urls, adminFilter, externalFilter]).toEqual(expect.arrayContaining(values));
      expect(new Directory({ ...config, urls, adminFilter, externalFilter }).provider).toBe(
        'ldapmain',
      );
    },
  );
});
