const GUID = /^(..)(..)(..)(..)(..)(..)(..)(..)(.{4})(.{12})$/;

/** Active Directory stores its id as 16 bytes, with the first three groups of the usual text in reverse order. */
const isBinary = (attribute: string): boolean => attribute.toLowerCase() === 'objectguid';

/** The text that is stored for an entry's unique id. */
export function uniqueIdText(attribute: string, bytes: Buffer): string {
  if (!isBinary(attribute)) return bytes.toString('utf8');
  return bytes.toString('hex').replace(GUID, '$4$3$2$1-$6$5-$8$7-$9-$10');
}

/** The value to search for. */
export function uniqueIdValue(attribute: string, text: string): string | Buffer {
  if (!isBinary(attribute)) return text;
  return Buffer.from(text.replaceAll('-', '').replace(GUID, '$4$3$2$1$6$5$8$7$9$10'), 'hex');
}
