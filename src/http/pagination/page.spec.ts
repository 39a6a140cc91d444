import { inspect } from 'node:util';
import { instanceToPlain } from 'class-transformer';
import { answerPage, LinesAnswer, type Page } from './page.js';

const row = { id: 1, password: 'hash' };
const page: Page<typeof row> = { items: [row], perPage: 20, position: { next: null } };
const view = ({ id }: typeof row) => ({ id });

describe('a page that a controller returns', () => {
  it('has no rows, whoever serializes it', () => {
    const answer = answerPage(page, view);
    expect(JSON.stringify(answer)).toBe('[{"id":1}]');
    for (const text of [
      JSON.stringify(instanceToPlain(answer)),
      JSON.stringify({ ...answer }),
      JSON.stringify(answer.page),
      inspect(answer, { depth: 9, showHidden: true }),
    ])
      expect(text).not.toContain('hash');
  });

  it('says that it is streamed, if it has groups or lines', () => {
    const streamed = '"Forgenote streams this response"';
    const groups = [() => Promise.resolve([row])];
    expect(JSON.stringify(answerPage({ ...page, items: [], groups }, view))).toBe(streamed);
    expect(JSON.stringify(new LinesAnswer(lines()))).toBe(streamed);
  });
});

async function* lines(): AsyncGenerator<object[]> {
  yield await Promise.resolve([row]);
}
