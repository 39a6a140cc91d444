import {
  AdminLimitExceededError,
  BusyError,
  ConfidentialityRequiredError,
  ConstraintViolationError,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidCredentialsError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  OperationsError,
  StrongAuthRequiredError,
  TimeLimitExceededError,
  UnavailableError,
  UnwillingToPerformError,
} from 'ldapts';

/** What servers return for a wrong password, an entry without a password, and a locked or deactivated account. */
const REFUSALS = [
  InvalidCredentialsError,
  InappropriateAuthError,
  InsufficientAccessError,
  InvalidDNSyntaxError,
  NoSuchObjectError,
  ConstraintViolationError,
  UnwillingToPerformError,
];

/** What servers return whoever binds: a fault, a limit, or a connection that is not safe enough. */
const FOR_EVERYBODY = [
  OperationsError,
  TimeLimitExceededError,
  StrongAuthRequiredError,
  AdminLimitExceededError,
  ConfidentialityRequiredError,
  BusyError,
  UnavailableError,
];

/** Whether the server refuses this password or this person. */
export const refusesPerson = (error: unknown): boolean =>
  REFUSALS.some((refusal) => error instanceof refusal);

/** Whether the server refuses people with an entry and people without one alike. */
export const refusesEverybody = (error: unknown): boolean =>
  FOR_EVERYBODY.some((refusal) => error instanceof refusal);
