import {
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { catchError, throwError, type Observable } from 'rxjs';
import { ApiError, Failed, NotFound, OperationForbidden, Unauthorized } from './errors.js';

/**
 * For operations that return 404 for every failure. Problems by field stay in the message; any other message becomes
 * `404 User Not Found`. 401, the 403 of the operation's access, and 5xx keep their status.
 */
@Injectable()
export class FailuresAs404Interceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) =>
        throwError(() => {
          if (!(error instanceof ApiError) || keepsStatus(error)) return error;
          return typeof error.wire === 'string' ? new NotFound('User') : new Failed(error.wire);
        }),
      ),
    );
  }
}

const keepsStatus = (error: ApiError): boolean =>
  error.status >= 500 || error instanceof Unauthorized || error instanceof OperationForbidden;
