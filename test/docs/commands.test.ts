import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { createProgram } from '../../src/operations/cli/program.js';
import { EXIT_CODES } from '../../src/base/config/exit-code.js';

const document = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
const never = () => Promise.reject(new Error('No command runs here'));
const program = createProgram({
  start: never,
  serveEphemeral: never,
  createApp: never,
  loadSchema: never,
});

/** The commands that do something, such as `admin create`, with their long options. */
const commands = new Map(leavesOf(program).map(({ path, options }) => [path, options]));

function leavesOf(command: Command, words: string[] = []): { path: string; options: string[] }[] {
  if (command.commands.length > 0)
    return command.commands.flatMap((child) => leavesOf(child, [...words, child.name()]));
  return [{ path: words.join(' '), options: command.options.map(({ long }) => long ?? '') }];
}

/** The cells of the rows of the table with this first heading. */
function tableOf(heading: string): string[][] {
  const [, ...rows] = (
    new RegExp(`^\\| ${heading} .*\\n(?:\\|.*\\n)*`, 'm').exec(document)?.[0] ?? ''
  )
    .trim()
    .split('\n')
    .slice(1);
  return rows.map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1, -1),
  );
}

const quoted = (cell = ''): string[] =>
  [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** The options that the document names for each command. */
function documentedOptions(): Map<string, string[]> {
  const found = new Map([...commands.keys()].map((path): [string, string[]] => [path, []]));
  for (const [options, owners = ''] of tableOf('Option')) {
    const named = quoted(owners);
    const paths = owners.startsWith('all but ')
      ? [...commands.keys()].filter((path) => !named.includes(path))
      : named;
    for (const path of paths)
      for (const option of quoted(options)) {
        const list = found.get(path);
        if (!list) throw new Error(`The options name the command ${path}, which does not exist`);
        list.push(option.split(' ')[0] ?? '');
      }
  }
  return found;
}

describe('docs/operating.md', () => {
  it('has a row for each command, and for no other', () => {
    const rows = tableOf('Command').flatMap(([names]) => quoted(names));
    const named = rows
      .map((text) => text.replace(/^forgenote ?/, '').replace(/( [A-Z]+| --.*)+$/, ''))
      .filter((text) => text !== '' && !text.startsWith('--'));
    expect(named.sort()).toEqual([...commands.keys()].sort());
  });

  it.each([...commands.keys()])('lists the options of `%s`, and no other', (path) => {
    expect(documentedOptions().get(path)?.sort()).toEqual(commands.get(path)?.sort());
  });

  it('lists each exit code', () => {
    const codes = [...document.matchAll(/^- (\d+): /gm)].map(([, code]) => Number(code));
    expect(codes).toEqual([0, 1, ...Object.values(EXIT_CODES)].sort((one, other) => one - other));
  });
});

describe('the command line', () => {
  it('prints the result of each command but `serve` as JSON with --json', () => {
    const without = [...commands].filter(([, options]) => !options.includes('--json'));
    expect(without.map(([path]) => path)).toEqual(['serve']);
  });
});
