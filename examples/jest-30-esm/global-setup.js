import { shareForges } from 'forgenote/testing';

export default async () => {
  globalThis.endForges = await shareForges();
};
