import { schema } from '../../src/schema.js';

/** Written before the first release, so no older program runs beside them. */
const BEFORE_THE_FIRST_RELEASE = [
  'Initial1764300000000',
  'SignInAddresses1764400000000',
  'ListsOfVisibleRows1764650000000',
  'ConfirmedAddresses1764660000000',
  'AuditAddresses1764670000000',
];

describe('migrations', () => {
  // After any other migration, instances of the version before answer 503.
  it('are declared additive, so that the version before runs beside this one', () => {
    const breaking = schema.migrations
      .filter((Migration) => !('isAdditive' in new Migration()))
      .map(({ name }) => name);
    expect(breaking).toEqual(BEFORE_THE_FIRST_RELEASE);
  });
});
