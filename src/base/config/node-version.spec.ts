import { readFileSync } from 'node:fs';
import { nodeProblem } from './node-version.js';

describe('nodeProblem', () => {
  it.each(['20.19.0', '20.20.1', '22.13.0', '24.11.0', '25.0.0', '26.1.0'])(
    'accepts %s',
    (version) => {
      expect(nodeProblem(version)).toBeNull();
    },
  );

  it.each(['18.20.8', '20.18.3', '21.7.3', '22.12.0', '23.11.0', '24.10.0'])(
    'says what works instead of %s',
    (version) => {
      expect(nodeProblem(version)).toBe(
        `Forgenote needs Node 20 from 20.19, 22 from 22.13, or 24.11 or later. This is Node ${version}.`,
      );
    },
  );

  it('has the versions of package.json', () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      engines: { node: string };
    };
    expect(engines.node).toBe('^20.19.0 || ^22.13.0 || >=24.11.0');
  });
});
