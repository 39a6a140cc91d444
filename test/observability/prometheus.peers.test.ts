import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freshDatabase, type FreshDatabase } from '../support/database.js';
import { freePort } from '../support/ports.js';
import { Program, REPOSITORY } from '../support/program.js';
import { Scrape } from '../support/scrape.js';

/** The program promtool of Debian's package prometheus. Throws if it reports a problem. */
const promtool = (words: string[], input = '') =>
  execFileSync('/usr/bin/promtool', words, { cwd: REPOSITORY, input, encoding: 'utf8' });
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');

interface Panel {
  targets: { expr: string }[];
}
const { panels } = JSON.parse(read('deploy/dashboard.json')) as { panels: Panel[] };
const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
/** Names of the metrics in a text, without the suffixes of histograms. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:forgenote|nodejs|process)_\w+/g)].map(([name]) =>
    name.replace(/_(seconds|bytes)_(bucket|count|sum)$/, '_$1'),
  );

describe('GET /metrics', () => {
  const program = new Program();
  let database: FreshDatabase;
  let scrape: Scrape;
  beforeAll(async () => {
    database = await freshDatabase();
    const port = await freePort();
    const DATABASE_URL = database.url;
    const settings = { DATABASE_URL, SECRET_KEY: 'k'.repeat(40), DRAIN_TIME: '0' };
    program.start({ ...settings, METRICS_PORT: String(port) });
    const url = await program.address();
    for (const path of ['/api/v3/user', '/health', '/nothing']) await fetch(url + path);
    scrape = await Scrape.of(port);
  });
  afterAll(async () => {
    await program.remove();
    await database.drop();
  });

  it('has no problem that promtool finds', () => {
    expect(promtool(['check', 'metrics'], scrape.text)).toBe('');
  });
});

it('has each metric of the alert rules and of the dashboard in docs/observing.md', () => {
  const rules = read('deploy/alerts.yml').replace(/description:.*/g, '');
  const used = [rules, ...expressions].flatMap(metricsIn);
  expect(used.length).toBeGreaterThan(30);
  // A test compares these with a scrape.
  const known = [...read('docs/observing.md').matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
  expect(used.filter((name) => !known.includes(name))).toEqual([]);
});

describe('deploy/alerts.yml', () => {
  it('passes the linter of promtool', () => {
    promtool(['check', 'rules', '--lint=all', '--lint-fatal', 'deploy/alerts.yml']);
  });

  it('fires when it should, and not otherwise', () => {
    promtool(['test', 'rules', 'deploy/alerts.test.yml']);
  });

  it('has a test for each rule that it fires, and one that it does not', () => {
    const rules = [...read('deploy/alerts.yml').matchAll(/- alert: (\w+)/g)].map(
      ([, name]) => name,
    );
    expect(rules.length).toBeGreaterThan(5);
    const tests = read('deploy/alerts.test.yml');
    for (const name of rules) {
      expect(tests).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:`));
      expect(tests).toMatch(new RegExp(`alertname: ${name} }`));
    }
  });
});

describe('deploy/dashboard.json', () => {
  it('has only expressions that Prometheus understands', () => {
    const folder = mkdtempSync(join(tmpdir(), 'forgenote-'));
    try {
      const rules = expressions.map((expr, index) => ({
        record: `expression:${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'),
      }));
      // YAML contains JSON.
      const file = join(folder, 'rules.yml');
      writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
      expect(promtool(['check', 'rules', file])).toContain(`${expressions.length} rules found`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
