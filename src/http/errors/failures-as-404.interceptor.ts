import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, throwError, type Observable } from 'rxjs';
import { ApiError, Failed, NotFound } from './errors.js';

/**
 * For the operations that answer 404 for every failure of theirs: the message still carries the map of
 * what was wrong, or the 404 of the thing. What the guard and sudo refused was refused before.
 */
@Injectable()
export class FailuresAs404Interceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) =>
        throwError(() => {
          if (!(error instanceof ApiError) || error.status >= 500) return error;
          return typeof error.wire === 'string' ? new NotFound('User') : new Failed(error.wire);
        }),
      ),
    );
  }
}
