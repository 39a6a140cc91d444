const GUID = /^(..)(..)(..)(..)(..)(..)(..)(..)(.{4})(.{12})$/;

/** Active Directory stores its id as 16 bytes, with the first three groups of the usual text in reverse order. */
const isBinary = (attribute: string): boolean => attribute.toLowerCase() === 'objectguid';

/** Before the bytes of an id that is no text, such as `objectSid`. */
const HEX = 'hex:';

/** The text that is stored for an entry's unique id. Different ids have different texts. */
export function uniqueIdText(attribute: string, bytes: Buffer): string {
  const hex = bytes.toString('hex');
  if (isBinary(attribute)) return hex.replace(GUID, '$4$3$2$1-$6$5-$8$7-$9-$10');
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) && !text.startsWith(HEX) ? text : `${HEX}${hex}`;
}

/** The value to search for. */
export function uniqueIdValue(attribute: string, text: string): string | Buffer {
  if (isBinary(attribute))
    return Buffer.from(text.replaceAll('-', '').replace(GUID, '$4$3$2$1$6$5$8$7$9$10'), 'hex');
  return text.startsWith(HEX) ? Buffer.from(text.slice(HEX.length), 'hex') : text;
}
