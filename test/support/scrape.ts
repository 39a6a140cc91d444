/** What `GET /metrics` returned. */
export class Scrape {
  constructor(readonly text: string) {}

  static async of(port: number): Promise<Scrape> {
    const response = await fetch(`http://127.0.0.1:${port}/metrics`);
    if (response.status !== 200) throw new Error(`GET /metrics returned ${response.status}`);
    return new Scrape(await response.text());
  }

  /** The names of all metrics. */
  get names(): string[] {
    return [...this.text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name);
  }

  /** The series of a name, as in `{method="GET"} 3`. */
  series(name: string): string[] {
    return this.text
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
      .map((line) => line.slice(name.length).trim());
  }

  /** The names of the labels of each series of a metric, without the limits of buckets. */
  labels(name: string): string[][] {
    return [name, `${name}_bucket`]
      .flatMap((series) => this.series(series))
      .map((series) => [...series.matchAll(/(\w+)="/g)].map(([, label = '']) => label))
      .map((labels) => labels.filter((label) => label !== 'le').sort());
  }

  /** The sum of all series of a name that have these labels. */
  sum(name: string, labels: Record<string, string> = {}): number {
    const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return this.series(name)
      .filter((line) => wanted.every((label) => line.includes(label)))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0);
  }
}
