/** Welch's t of two samples: beyond 4.5, their means differ. */
export function welch(a: readonly number[], b: readonly number[]): number {
  const first = momentsOf(a);
  const second = momentsOf(b);
  const error = Math.sqrt(first.variance / a.length + second.variance / b.length);
  return (first.mean - second.mean) / error;
}

function momentsOf(sample: readonly number[]): { mean: number; variance: number } {
  const mean = sample.reduce((sum, one) => sum + one, 0) / sample.length;
  const squares = sample.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  return { mean, variance: squares / (sample.length - 1) };
}
