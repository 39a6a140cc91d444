import { CannotStart } from '../../base/config/cannot-start.js';

/**
 * Bytes of the longest statements: a restore sends up to 1,000,000 characters of three bytes at once, and then one more
 * row. A text of 65,536 characters in a response that is kept for an Idempotency-Key takes 0.5 MiB.
 */
const NEEDED = 4_194_304;
/** ER_NET_PACKET_TOO_LARGE */
const TOO_LARGE = 1153;
const ADVICE = `set it to ${NEEDED} or more`;

const PACKET = 'SELECT @@max_allowed_packet AS bytes';

/** Returns a warning if the server refuses statements with long texts. */
export async function packetWarning(
  query: (sql: string) => Promise<{ bytes: number | string }[]>,
): Promise<string | undefined> {
  const [row] = await query(PACKET);
  const bytes = Number(row?.bytes ?? NEEDED);
  if (bytes >= NEEDED) return undefined;
  return `The database server has max_allowed_packet = ${bytes}, which is too little for long texts and for a restore: ${ADVICE}.`;
}

/** Explains that the server has refused a statement because of its length. Undefined for other errors. */
export const packetProblem = (errno: number | undefined): CannotStart | undefined =>
  errno === TOO_LARGE
    ? new CannotStart(
        `The max_allowed_packet of the database server is too little: ${ADVICE}, then run this again.`,
      )
    : undefined;
