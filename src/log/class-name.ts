/** The name of a class as its source has it. Compiler and bundler change some to `Name_1`, `Name2` or `_Name` (docs/decisions/0012). */
export const sourceName = (name: string): string => name.replace(/^_|_?\d+$/g, '');
