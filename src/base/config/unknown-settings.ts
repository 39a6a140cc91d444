import { allSettings, secretForms } from './setting-names.js';

/** A variable with one of these prefixes is meant for Forgenote. All others belong to other programs. */
const prefixes = [
  'ADMIN_',
  'BODY_',
  'CORS_',
  'DATABASE_',
  'DEFAULT_PROJECTS',
  'FORGENOTE_',
  'LDAP_',
  'LOG_',
  'MAIL_',
  'METRICS_',
  'PROFILE_FIELD',
  'PUBLIC_',
  'RATE_LIMIT',
  'SECRET_KEY',
  'SLOW_REQUEST',
  'SMTP_',
  'TRUSTED_PROX',
];

/** Kubernetes sets these variables for every service, including one called `forgenote` or `database`. */
const serviceLink = /_SERVICE_HOST$|_SERVICE_PORT(_\w+)?$|_PORT_\d+_(TCP|UDP|SCTP)(_\w+)?$/;

const names = [...allSettings.keys(), ...secretForms.map(([, file]) => file)];

/** Returns one line for each variable that looks like a misspelled setting. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env)
    .filter((name) => !names.includes(name) && !isServiceLink(name, env[name]))
    .flatMap((name) => {
      const meant = names.find((known) => isTypoOf(known, name));
      if (meant) return `${name} is not a setting; did you mean ${meant}?`;
      const prefix = prefixes.find((known) => name.startsWith(known));
      return prefix ? `${name} is not a setting; ${adviceFor(prefix)}` : [];
    })
    .sort();
}

function adviceFor(prefix: string): string {
  const known = names.filter((name) => name.startsWith(prefix) && !name.endsWith('_FILE'));
  return known.length > 0 ? `similar settings: ${known.join(', ')}` : 'remove it';
}

function isServiceLink(name: string, value = ''): boolean {
  return serviceLink.test(name) || (name.endsWith('_PORT') && /^(tcp|udp|sctp):/.test(value));
}

/** Skips one-word names, because they resemble variables of other programs: PORT and SORT, HOST and HOSTS. */
function isTypoOf(known: string, name: string): boolean {
  if (!known.includes('_') || Math.abs(known.length - name.length) > 2) return false;
  const upper = name.toUpperCase();
  return editDistance(known, upper) <= (known.length < 12 ? 1 : 2);
}

/** Damerau-Levenshtein distance. */
function editDistance(a: string, b: string): number {
  const cost = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i++)
    for (let j = 1; j <= b.length; j++) {
      const changed = cost[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? cost[i - 2][j - 2] + 1 : Infinity;
      cost[i][j] = Math.min(cost[i - 1][j] + 1, cost[i][j - 1] + 1, changed, swapped);
    }
  return cost[a.length][b.length];
}
