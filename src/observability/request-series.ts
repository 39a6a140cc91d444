import type { Instruments } from './instruments.js';
import type { CountSeries, HistogramSeries } from './series.js';

/** What a request does with the database, as `forgenote_http_requests_total` names it. */
type RequestWork = 'none' | 'read' | 'write';

interface RouteSeries {
  duration: HistogramSeries;
  /** By work and status, such as `read` and 200. */
  counts: Record<RequestWork, Map<number, CountSeries>>;
}

/**
 * The series of requests, by method and route. There are as many as the service has routes and statuses. Keeping them
 * saves 2 to 5 µs in each request: `series.ts`.
 */
export class RequestSeries {
  private readonly routes = new Map<string, Map<string, RouteSeries>>();

  constructor(private readonly instruments: Pick<Instruments, 'requests' | 'duration'>) {}

  observe(
    method: string,
    route: string,
    { status, work, seconds }: { status: number; work: RequestWork; seconds: number },
  ): void {
    const { duration, counts } = this.ofRoute(method, route);
    duration.observe(seconds);
    let series = counts[work].get(status);
    if (!series) {
      series = this.instruments.requests.series({ method, route, status, work });
      counts[work].set(status, series);
    }
    series.count++;
  }

  private ofRoute(method: string, route: string): RouteSeries {
    let methods = this.routes.get(route);
    if (!methods) {
      methods = new Map<string, RouteSeries>();
      this.routes.set(route, methods);
    }
    let series = methods.get(method);
    if (!series) {
      const duration = this.instruments.duration.series({ method, route });
      series = { duration, counts: { none: new Map(), read: new Map(), write: new Map() } };
      methods.set(method, series);
    }
    return series;
  }
}
