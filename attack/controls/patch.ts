type Replacement<Method> = Method extends (...values: infer Values) => infer Result
  ? (original: (...values: Values) => Result, ...values: Values) => Result
  : never;

/** Replaces a method of a class. The replacement gets the original, bound to the instance, and the arguments. */
export function patch<Type extends object, Name extends keyof Type>(
  prototype: Type,
  name: Name,
  replacement: Replacement<Type[Name]>,
): void {
  const methods = prototype as Record<Name, (...values: unknown[]) => unknown>;
  const original = methods[name];
  const replace = replacement as (...values: unknown[]) => unknown;
  methods[name] = function (this: unknown, ...values: unknown[]) {
    return replace((...given: unknown[]) => original.apply(this, given), ...values);
  };
}
