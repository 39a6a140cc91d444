import type { Setting } from './setting.js';
import { allSettings } from './setting-names.js';

const entries = [...allSettings];

/** Renders the table in docs/configuration.md. */
export function renderConfigurationTable(): string {
  const rows = entries.map(
    ([name, setting]) =>
      `| \`${name}\`${setting.isSecret ? `, \`${name}_FILE\`` : ''} | ${setting.expected.replaceAll('<', '&lt;')} | ${defaultText(setting)} | ${setting.description} |`,
  );
  return ['| Variable | Value | Default | Meaning |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}

/** Renders .env.example: all settings, commented out. */
export function renderEnvExample(): string {
  const blocks = entries.map(([name, setting]) => {
    const lines = [setting.description, `Value: ${setting.expected}`];
    if (setting.isSecret) lines.push(`Or ${name}_FILE: the path of a file that contains it.`);
    if (setting.whenUnset) lines.push(`When not set: ${setting.whenUnset}`);
    return [...lines.map((line) => `# ${line.replaceAll('`', '')}`), `#${name}=${setting.default}`];
  });
  const head = [
    '# Copy this file to .env and remove the # from the lines you want to change.',
    '# Environment variables override this file. See docs/configuration.md.',
  ];
  return [head, ...blocks].map((lines) => lines.join('\n') + '\n').join('\n');
}

function defaultText(setting: Setting<unknown>): string {
  return setting.whenUnset ?? (setting.default ? `\`${setting.default}\`` : 'none');
}
