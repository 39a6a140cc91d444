import { AsyncLocalStorage } from 'node:async_hooks';
import { Logger, type LoggerService } from '@nestjs/common';

/** What `Logger` logs to. Nest declares it as protected. */
const FIELD = 'staticInstanceRef';

/** The log of the service that a piece of code runs for. */
const current = new AsyncLocalStorage<SeparateLog>();
let isInstalled = false;

/**
 * The log of one service, if a process has several or also runs other Nest code, such as the tested code. Nest has one
 * logger per process: without this, the service that started last would get, or drop, the lines of all others.
 */
export class SeparateLog {
  /** Set by Nest when the service starts. */
  logger: LoggerService | undefined;

  /** Runs code of this service, with everything that it starts. */
  run<Result>(code: () => Result): Result {
    install();
    return current.run(this, code);
  }
}

/** Lets Nest's `Logger` use the one of the current service. For other code it stays as it is. */
function install(): void {
  if (isInstalled) return;
  isInstalled = true;
  let outside = Reflect.get(Logger, FIELD) as LoggerService | undefined;
  Object.defineProperty(Logger, FIELD, {
    configurable: true,
    enumerable: true,
    get: () => {
      const log = current.getStore();
      return log ? log.logger : outside;
    },
    set(logger: LoggerService | undefined) {
      const log = current.getStore();
      if (log) log.logger = logger;
      else outside = logger;
    },
  });
}
