/** The verb and the first table of an SQL text, such as SELECT notes. The rest of it can contain values. */
export function statementName(sql: string): string {
  const verb = /^\s*([a-z]+)/i.exec(sql)?.[1] ?? '';
  const table = /\b(?:FROM|INTO|UPDATE|TABLE|JOIN)\s+[`"]?([a-z_]+)/i.exec(sql)?.[1] ?? '';
  return `${verb.toUpperCase()} ${table}`.trim();
}
