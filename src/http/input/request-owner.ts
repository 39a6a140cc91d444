/** Who sends a request, for the shares of memory. */
export interface RequestOwner {
  /** The same text for all requests of one user, or of one address without a user. */
  key: string;
  isStranger: boolean;
}
