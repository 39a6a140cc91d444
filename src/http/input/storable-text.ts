/**
 * False for a text that cannot be stored unchanged: a lone surrogate has no UTF-8 form, and SQLite ends a text at NUL.
 */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
