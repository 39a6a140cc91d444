import { settings, type Setting } from './settings.js';

const declared: [string, Setting<unknown>][] = Object.entries(settings);

/** The table of docs/configuration.md. */
export function renderConfigurationTable(): string {
  const rows = declared.map(
    ([name, setting]) =>
      `| \`${name}\` | ${setting.expected.replaceAll('<', '&lt;')} | ${defaultText(setting)} | ${setting.description} |`,
  );
  return ['| Variable | Value | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/** The whole of .env.example: everything is there, nothing is set. */
export function renderEnvExample(): string {
  const entries = declared.map(([name, setting]) => {
    const lines = [setting.description, `Value: ${setting.expected}`];
    if (setting.absent) lines.push(`When not set: ${setting.absent}`);
    return [...lines.map((line) => `# ${line.replaceAll('`', '')}`), `#${name}=${setting.default}`];
  });
  const head = [
    '# Copy this file to .env and take the # from the lines you want to change.',
    '# Variables of the real environment win over this file. See docs/configuration.md.',
  ];
  return [head, ...entries].map((lines) => lines.join('\n') + '\n').join('\n');
}

function defaultText(setting: Setting<unknown>): string {
  return setting.absent ?? (setting.default ? `\`${setting.default}\`` : 'none');
}
