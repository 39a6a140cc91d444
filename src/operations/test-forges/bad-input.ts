/** A call of the control that cannot be carried out. The message is one sentence for the author of the test. */
export class BadInput extends Error {}

/** @throws BadInput unless the value is a whole number in this range */
export function requireInteger(what: string, value: unknown, min: number, max: number): number {
  if (!Number.isSafeInteger(value) || (value as number) < min || (value as number) > max)
    throw new BadInput(
      `${what} must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`,
    );
  return value as number;
}
