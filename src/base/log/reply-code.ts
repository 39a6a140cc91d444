/** Such as `550 5.1.1 User unknown` and, as the first of several lines, `550-5.1.1 User unknown`. */
const SMTP_REPLY = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/;

/** The first word of an error reply. A list, because any server can send any word. */
const REDIS_REPLY =
  /^(ERR|DENIED|WRONGPASS|NOAUTH|NOPERM|NOREPLICAS|NOSCRIPT|READONLY|LOADING|BUSY|OOM|MISCONF|WRONGTYPE|MASTERDOWN|CLUSTERDOWN|CROSSSLOT|TRYAGAIN|MOVED|ASK)(?!\S)/;

/**
 * The part of a mail server's or Redis' reply that says why it refused, and cannot be a value. The rest can repeat what
 * it was sent.
 */
export function replyCodeOf(fields: Record<string, unknown>): Record<string, string> {
  const { response, name, message } = fields;
  const enhancedCode = first(SMTP_REPLY, response);
  const reply = name === 'ReplyError' ? first(REDIS_REPLY, message) : undefined;
  return { ...(enhancedCode ? { enhancedCode } : {}), ...(reply ? { reply } : {}) };
}

const first = (pattern: RegExp, text: unknown): string | undefined =>
  typeof text === 'string' ? pattern.exec(text)?.[1] : undefined;
