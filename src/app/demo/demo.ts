import { nodeProblem } from '../../base/config/node-version.js';

// Dynamic: an older Node cannot load the rest of the program, and would print a syntax error.
const problem = nodeProblem();
if (problem === null) await import('./run-demo.js');
else {
  console.error(problem);
  process.exitCode = 78;
}
