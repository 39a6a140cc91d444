/** The brands by which the historic wire calls three fields of a profile; the setting PROFILE_FIELDS chooses. */
export const BRANDS = {
  messenger: 'skype',
  professionalNetwork: 'linkedin',
  microblog: 'twitter',
} as const;
