import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, throwError, type Observable } from 'rxjs';
import { ApiError, Failed, NotFound } from './errors.js';

/**
 * For operations that return 404 for every failure. The message still has the problems by field, or names the missing
 * user. The token guard and the sudo interceptor run earlier, so their errors keep their status.
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
