import { createHash, randomBytes } from 'node:crypto';

/** Where a secret was found, and in which form. */
export interface Leak {
  secret: string;
  place: string;
  form: string;
}

/** Secrets that may appear in none of the texts that a run leaves behind. */
export class Canaries {
  private readonly secrets = new Map<string, string>();
  private readonly texts: { place: string; text: string }[] = [];

  /** @param text by default one that no other text contains */
  plant(name: string, text = `canary-${name}-${randomLetters(24)}`): string {
    this.secrets.set(name, text);
    return text;
  }

  /** Adds a text to search. */
  watch(place: string, text: string): void {
    this.texts.push({ place, text });
  }

  get textCount(): number {
    return this.texts.length;
  }

  leaks(): Leak[] {
    return [...this.secrets].flatMap(([secret, value]) =>
      Object.entries(formsOf(value)).flatMap(([form, wanted]) =>
        this.texts
          .filter(({ text }) => text.includes(wanted))
          .map(({ place }) => ({ secret, place, form })),
      ),
    );
  }
}

/** Without digits, as three of a hundred tokens are: nothing shows that they are secrets. */
export const randomLetters = (length: number): string =>
  Array.from(randomBytes(length), (byte) => 'abcdefghijklmnop'[byte % 16]).join('');

/** How a secret can appear in a text. */
function formsOf(value: string): Record<string, string> {
  const encoded = encodeURIComponent(value);
  return {
    plain: value,
    ...(encoded === value ? {} : { encoded }),
    // Without the last characters, which depend on what follows.
    base64: Buffer.from(value)
      .toString('base64')
      .replace(/.{2}=*$/, ''),
    hex: Buffer.from(value).toString('hex'),
    // Of a private token, the database finds users by it.
    digest: createHash('sha256').update(value).digest('hex'),
  };
}
