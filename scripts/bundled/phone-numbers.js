/**
 * Stands for `libphonenumber-js` in the bundle. class-validator loads the rules for the phone numbers of all countries at
 * its start, which takes 2 % of it. The service validates no phone number.
 */
export function parsePhoneNumber() {
  throw new Error('The bundle has no rules for phone numbers');
}
