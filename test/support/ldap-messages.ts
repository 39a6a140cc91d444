import { Ber, BerReader, BerWriter, ProtocolOperation } from 'ldapts';

export const PAGED_RESULTS = '1.2.840.113556.1.4.319';

/** A result that is not a success. */
export interface Refusal {
  code: number;
  text: string;
}

/** The id of the request at the start of these bytes. */
export function requestId(bytes: Buffer): number {
  const reader = new BerReader(bytes);
  reader.readSequence();
  return reader.readInt() ?? 0;
}

/** Of the person with this username. */
export const dnOf = (uid: string): string => `uid=${uid},dc=example,dc=org`;

/** An entry in response to the request with this id. */
export const entryMessage = (id: number, uid: string, attributes: Attributes = {}): Buffer =>
  message(id, ProtocolOperation.LDAP_RES_SEARCH_ENTRY, (writer) => {
    writeEntry(writer, uid, attributes);
  });

/** The end of a search. */
export const searchResult = (id: number, code: number, cookie?: string): Buffer =>
  resultMessage(id, ProtocolOperation.LDAP_RES_SEARCH, { code, text: '' }, cookie);

export const bindResult = (id: number, result: Refusal): Buffer =>
  resultMessage(id, ProtocolOperation.LDAP_RES_BIND, result);

/** Says that another server has a part of the base. */
export const searchReference = (id: number): Buffer =>
  message(id, ProtocolOperation.LDAP_RES_SEARCH_REF, (writer) => {
    writer.writeString('ldap://elsewhere.example.org/dc=elsewhere,dc=example,dc=org');
  });

/** Lets the client begin with TLS. */
export const startTlsResult = (id: number): Buffer =>
  resultMessage(id, ProtocolOperation.LDAP_RES_EXTENSION, { code: 0, text: '' });

const resultMessage = (id: number, operation: number, result: Refusal, cookie?: string): Buffer =>
  message(
    id,
    operation,
    (writer) => {
      writeResult(writer, result);
    },
    cookie,
  );

function message(
  id: number,
  operation: number,
  write: (writer: BerWriter) => void,
  cookie?: string,
): Buffer {
  const writer = new BerWriter();
  writer.startSequence();
  writer.writeInt(id);
  writer.startSequence(operation);
  write(writer);
  writer.endSequence();
  if (cookie !== undefined) writeControl(writer, cookie);
  writer.endSequence();
  return writer.buffer;
}

function writeResult(writer: BerWriter, { code, text }: Refusal): void {
  writer.writeEnumeration(code);
  writer.writeString('');
  writer.writeString(text);
}

interface Attributes {
  isDisabled?: boolean | undefined;
  uniqueId?: string;
  mail?: string | undefined;
}

function writeEntry(
  writer: BerWriter,
  uid: string,
  { isDisabled = false, uniqueId = `id-of-${uid}`, mail = `${uid}@example.org` }: Attributes,
): void {
  const attributes = {
    ...{ uid, cn: uid, mail, entryUUID: uniqueId },
    ...(isDisabled ? { shadowExpire: '1' } : {}),
  };
  writer.writeString(dnOf(uid));
  writer.startSequence();
  for (const [type, value] of Object.entries(attributes)) {
    writer.startSequence();
    writer.writeString(type);
    writer.startSequence(ProtocolOperation.LBER_SET);
    writer.writeString(value);
    writer.endSequence();
    writer.endSequence();
  }
  writer.endSequence();
}

function writeControl(writer: BerWriter, cookie: string): void {
  const value = new BerWriter();
  value.startSequence();
  value.writeInt(0);
  value.writeString(cookie);
  value.endSequence();
  writer.startSequence(ProtocolOperation.LDAP_CONTROLS);
  writer.startSequence();
  writer.writeString(PAGED_RESULTS);
  writer.writeBuffer(value.buffer, Ber.OctetString);
  writer.endSequence();
  writer.endSequence();
}
