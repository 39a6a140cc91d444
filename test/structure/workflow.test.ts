import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Workflow {
  jobs: { check: { strategy: { matrix: { part: string[] } } } };
}

describe('.github/workflows/ci.yml', () => {
  it('runs each part of .ci/run', () => {
    const workflow = parse(read('.github/workflows/ci.yml')) as Workflow;
    const parts = /^parts=\((.*)\)$/m.exec(read('.ci/run'))?.[1]?.split(' ');
    expect(workflow.jobs.check.strategy.matrix.part).toEqual(parts);
  });
});
