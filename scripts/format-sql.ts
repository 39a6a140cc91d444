const CLAUSES =
  /(?<!DELETE|LEFT)\s+(?=(?:FROM|(?:LEFT |STRAIGHT_)?JOIN|WHERE|ORDER BY|LIMIT|VALUES|SET|UNION ALL|AND|OR)\b)/;

/** Letters of such brackets. */
const SHORT = 100;
/** Not white space for a regular expression. */
const NO_BREAK = '\u2060';

/** Keeps short brackets on one line. */
function joinShort(sql: string): string {
  const open: number[] = [];
  let joined = sql;
  for (let at = 0; at < sql.length; at++) {
    if (sql[at] === '(') open.push(at);
    if (sql[at] !== ')') continue;
    const start = open.pop() ?? at;
    if (at - start > SHORT) continue;
    const group = joined.slice(start, at).replaceAll(' ', NO_BREAK);
    joined = joined.slice(0, start) + group + joined.slice(at);
  }
  return joined;
}

/** Starts a line before each clause, indented by the open brackets, and wraps lists of columns. */
export function format(sql: string): string {
  let depth = 0;
  const lines = joinShort(sql.replace(/\bIN \(\?(, \?)+\)/g, 'IN (?, ...)')).split(CLAUSES);
  const indented = lines.map((line) => {
    const indent = '  '.repeat(depth + (/^(AND|OR)\b/.test(line) ? 1 : 0));
    depth += line.split('(').length - line.split(')').length;
    return indent + line.replace(/(.{80}[^,]*,) /g, `$1\n${indent}  `);
  });
  return `${indented.join('\n').replaceAll(NO_BREAK, ' ')};`;
}
