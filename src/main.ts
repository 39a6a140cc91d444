#!/usr/bin/env node
import { nodeProblem } from './base/config/node-version.js';

// Dynamic: an older Node cannot load the rest of the program, and would print a syntax error.
const problem = nodeProblem();
if (problem === null) await import('./app/process/run.js');
else {
  console.error(problem);
  // As for a wrong setting: a restart does not help.
  process.exitCode = 78;
}
