import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { documentedFields, undocumentedIn } from '../support/log-fields.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const LOGGER = /(^|\.)(logger|log|audit)$/;
const LEVEL = /^(trace|debug|log|info|warn|error|fatal)$/;
/** Names under which the log writes these properties. */
const WRITTEN_AS: Record<string, string> = { message: 'msg', error: 'err' };
/** Functions and objects whose properties are fields, where a call does not name them itself. */
const SPREAD = [
  ['src/http/server/server.ts', 'record'],
  ['src/sign-in/directory-sync/sync-report.ts', 'summaryOf'],
] as const;

const sourceOf = (path: string) =>
  ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true);

function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  each(node);
  node.forEachChild((child) => {
    visit(child, each);
  });
}

/**
 * The names of the properties of all object literals in the node that are not nested in another property. Also those of
 * a literal in the same file whose name is spread.
 */
function propertiesOf(node: ts.Node): string[] {
  const names: string[] = [];
  const collect = (inner: ts.Node): void => {
    if (ts.isPropertyAssignment(inner) || ts.isShorthandPropertyAssignment(inner))
      names.push(inner.name.getText());
    else if (ts.isSpreadAssignment(inner) && ts.isIdentifier(inner.expression))
      literalsNamed(inner.expression).forEach(collect);
    else inner.forEachChild(collect);
  };
  collect(node);
  return names;
}

function literalsNamed(name: ts.Identifier): ts.Node[] {
  const found: ts.Node[] = [];
  visit(name.getSourceFile(), (node) => {
    if (!ts.isVariableDeclaration(node) || node.name.getText() !== name.text) return;
    if (node.initializer && ts.isObjectLiteralExpression(node.initializer))
      found.push(node.initializer);
  });
  return found;
}

/** Each field that the source gives to a logger, with the file. */
function loggedFields(): [field: string, file: string][] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('spec.ts'),
  );
  const found: [string, string][] = [];
  for (const file of files) {
    visit(sourceOf(join('src', file)), (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const { name, expression } = node.expression;
      const [first] = node.arguments;
      if (!LEVEL.test(name.text) || !LOGGER.test(expression.getText()) || !first) return;
      if (!ts.isObjectLiteralExpression(first)) return;
      for (const field of propertiesOf(first)) found.push([field, file]);
    });
  }
  for (const [file, functionName] of SPREAD) {
    visit(sourceOf(file), (node) => {
      if (ts.isFunctionDeclaration(node) && node.name?.text === functionName && node.body)
        for (const statement of node.body.statements)
          if (ts.isReturnStatement(statement) && statement.expression)
            for (const field of propertiesOf(statement.expression)) found.push([field, file]);
    });
  }
  return found.map(([field, file]) => [WRITTEN_AS[field] ?? field, file]);
}

const documented = (): string[] => documentedFields().map(({ name }) => name);

/** Fields of the library, of a spread deletion and of a spread conflict. */
const ELSEWHERE = ['level', 'time', 'kind', 'id', 'ghost', 'dn', 'reason', 'username'];

describe('docs/observing.md', () => {
  it('lists each field of the log', () => {
    const known = documented();
    expect(loggedFields().filter(([field]) => !known.includes(field))).toEqual([]);
  });

  it('lists only fields that exist', () => {
    const logged = loggedFields().map(([field]) => field);
    expect(logged.length).toBeGreaterThan(30);
    expect(documented().filter((field) => ![...logged, ...ELSEWHERE].includes(field))).toEqual([]);
  });

  it('says the type of each field', () => {
    const line = { level: 30, ghost: null, migrations: ['a'], err: {}, dryRun: false };
    expect(undocumentedIn([line])).toEqual([]);
    const wrong = { level: 'info', code: '1', migrations: 'a', err: 'no', msg: null, other: 1 };
    expect(undocumentedIn([wrong])).toEqual([
      ...['level: string', 'code: string', 'migrations: string', 'err: string'],
      ...['msg: null', 'other: number'],
    ]);
  });
});
