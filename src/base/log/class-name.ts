/**
 * The name of a class as its source has it. The compiler and the bundler write some as `Name_1`, `Name2` or `_Name`
 * (docs/decisions/0012).
 */
export const sourceName = (name: string): string => name.replace(/^_|_?\d+$/g, '');
