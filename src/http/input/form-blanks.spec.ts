import { plusToBlank } from './form-blanks.js';

describe('plusToBlank', () => {
  it.each([
    ['a+b=c++d&+', 'a b=c  d& '],
    ['a=%2B%2b', 'a=%2B%2b'],
    ['Grüße+你好=🎉+', 'Grüße 你好=🎉 '],
    ['', ''],
  ])('turns %j into %j', (form, expected) => {
    expect(plusToBlank(Buffer.from(form)).toString()).toBe(expected);
  });

  it('copies nothing, because BODY_MEMORY counts each body once', () => {
    const body = Buffer.from('+'.repeat(1_000));
    expect(plusToBlank(body)).toBe(body);
  });
});
