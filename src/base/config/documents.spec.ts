import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { readConfig } from './config.js';
import { renderConfigurationTable, renderEnvExample } from './documents.js';

const fileOf = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

describe('the generated documents', () => {
  it('keep the table of docs/configuration.md in step with the settings', () => {
    expect(fileOf('docs/configuration.md')).toContain(
      `<!-- prettier-ignore-start -->\n\n${renderConfigurationTable()}\n\n<!-- prettier-ignore-end -->`,
    );
  });

  it('keep .env.example in step with the settings', () => {
    expect(fileOf('.env.example')).toBe(renderEnvExample());
  });

  it('write the defaults to .env.example', () => {
    const everything = renderEnvExample().replace(/^#(?=[A-Z])/gm, '');
    expect(parseEnv(everything)).toHaveProperty('DATABASE_URL');
    expect(readConfig(parseEnv(everything) as NodeJS.ProcessEnv)).toEqual(readConfig({}));
  });

  it.each(['## SQLite', '## MariaDB or MySQL', '## Behind a reverse proxy'])(
    'have a valid example under "%s"',
    (heading) => {
      const section = fileOf('docs/configuration.md').split(heading)[1];
      const example = section.split('```sh\n')[1].split('```')[0];
      const env = { ...parseEnv(example), SECRET_KEY: 'k'.repeat(32) };
      expect(() => readConfig(env as NodeJS.ProcessEnv)).not.toThrow();
    },
  );
});
