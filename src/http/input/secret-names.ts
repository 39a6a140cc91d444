/** Parameters whose values are secret. */
export const SECRET_NAMES = ['private_token', 'access_token', 'password'] as const;

/** Also misspelled or of a wrong type, such as `Private_Token` or `password[a]`: the value is likely the real one. */
const SECRET = new RegExp(`^(?:${SECRET_NAMES.join('|')})(?:\\[|$)`, 'i');

/** @param name decoded */
export const isSecretName = (name: string): boolean => SECRET.test(name);
