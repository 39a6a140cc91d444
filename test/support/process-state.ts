import { readFileSync } from 'node:fs';

/** Whether a process runs. It can end between two looks at its folder, so this looks once. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
