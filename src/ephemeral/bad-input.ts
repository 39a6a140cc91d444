/** A call of the control that cannot be carried out. The message is one sentence for the author of the test. */
export class BadInput extends Error {}

/** @throws BadInput names the first property that is not one of `names` */
export function requireKnown(what: string, input: object, names: readonly string[]): void {
  const unknown = Object.keys(input).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new BadInput(`${what} has no option ${unknown}: its options are ${names.join(', ')}.`);
}

/** @throws BadInput unless the value is a whole number in this range */
export function requireInteger(what: string, value: unknown, min: number, max: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
    throw new BadInput(
      `${what} must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`,
    );
  return value as number;
}

/** @throws BadInput unless the value is true, false or missing */
export function requireFlag(what: string, value: unknown): boolean {
  if (value !== undefined && typeof value !== 'boolean')
    throw new BadInput(`${what} must be true or false, not ${JSON.stringify(value)}.`);
  return value === true;
}
