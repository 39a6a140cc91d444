/** The settings of docs/configuration.md by name, without those that a test forge sets itself, and options of the forge. */
export type ForgeSettings = Partial<Record<string, string | number | boolean>> & {
  /**
   * Responds with 400 to parameters that the operation does not know, such as a misspelled `bodi`, and to historic ones
   * that have no effect. Default: false.
   */
  strict?: boolean;
  /** Lets the service send mails, and keeps them for `mails()`. Default: false. */
  mails?: boolean;
};
