/** The historic names of three profile fields. The setting PROFILE_FIELDS chooses between the names. */
export const BRANDS = {
  messenger: 'skype',
  professionalNetwork: 'linkedin',
  microblog: 'twitter',
} as const;
