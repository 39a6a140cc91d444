/** The settings of docs/configuration.md by name, without those that a test forge sets itself. */
export type ForgeSettings = Partial<Record<string, string | number | boolean>>;
