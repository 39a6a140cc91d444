import { mkdirSync, writeFileSync } from 'node:fs';
import type { Comparison } from './compare.js';
import type { EngineName, Flags } from './flags.js';

const FOLDER = 'bench/results';
/** Highest multiple of the limit's p99, for every item. */
const P99_GOAL = 1.3;
const ENOUGH_ROUNDS = 5;

/** Renders a Markdown table as Prettier formats it. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((text, i) =>
    Math.max(text.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  // The first column has text, the others have numbers.
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, i) => (i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0))).join(' | ')} |`;
  const rule = widths.map((width, i) =>
    i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), line(rule), ...rows.map(line)].join('\n');
}

/** Compare before rounding, so that 0.799 misses a goal of 0.80. */
export const atMost = (ratio: number, goal: number) => formatGoal('≤', goal, ratio > goal);
const atLeast = (ratio: number, goal: number) => formatGoal('≥', goal, ratio < goal);
const formatGoal = (sign: string, goal: number, isMissed: boolean) =>
  `${sign} ${goal.toFixed(2)}${isMissed ? ', missed' : ''}`;

export function comparisonTables(
  comparisons: readonly Comparison[],
  { goals }: { goals: boolean },
): string {
  const withGoal = (ratio: number, goal: string) => ratio.toFixed(2) + (goals ? ` (${goal})` : '');
  const ratios = comparisons.map(({ item: { title, goal }, ratio, range }) => [
    title,
    withGoal(ratio.rate, atLeast(ratio.rate, goal.rate)),
    range.map((rate) => rate.toFixed(2)).join(' to '),
    withGoal(ratio.cpu, atMost(ratio.cpu, goal.cpu)),
    withGoal(ratio.p99, atMost(ratio.p99, P99_GOAL)),
  ]);
  const figures = comparisons.map(({ item, service, limit }) => [
    item.title,
    ...[service.rate, limit.rate].map((rate) => rate.toFixed(0)),
    ...[service.cpu, limit.cpu].map((cpu) => cpu.toFixed(3)),
    ...[service.p99, limit.p99].map((p99) => p99.toFixed(1)),
  ]);
  return [
    `Service divided by limit${goals ? ', with the goal' : ''}. Medians of the ratios of the rounds; "range" is the lowest and the highest ratio of requests/s:`,
    table(['Work item', 'requests/s', 'range', 'CPU per request', 'p99'], ratios),
    'Absolute figures, medians of the rounds (CPU and p99 in milliseconds):',
    table(['Work item', 'req/s', 'limit', 'CPU', 'limit', 'p99', 'limit'], figures),
  ].join('\n\n');
}

/** Prints the report. Writes it to the results folder only if the run had all items and enough rounds. */
export function publish(
  name: string,
  title: string,
  parts: readonly (string | readonly string[])[],
  { only, rounds }: Flags,
): void {
  const text = [
    `# ${title}`,
    ...parts.map((part) => (typeof part === 'string' ? part : list(part))),
  ];
  console.log(`\n${text.join('\n\n')}`);
  if (only.length > 0 || rounds < ENOUGH_ROUNDS) return;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${FOLDER}/${name}.md`, `${text.join('\n\n')}\n`);
}

export const ENGINE_TITLE: Record<EngineName, string> = { mariadb: 'MariaDB', sqlite: 'SQLite' };

const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');
