import { isBlank } from './blank-text.js';

describe('isBlank', () => {
  it.each([
    ...['', ' ', '\t\r\n', '\u00a0', '\u2003', '\u2028', '\u3000', '\ufeff'],
    ...['\u0001', '\u001b', '\u007f', '\u0085', '\u00ad', '\u034f', '\u061c', '\u115f', '\u1160'],
    ...['\u17b4', '\u17b5', '\u180b', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e', '\u202e'],
    ...['\u2060', '\u2061', '\u2066', '\u2800', '\u3164', '\ufe0e', '\ufe0f', '\uffa0', '\ufffb'],
    ...['\u{1bca0}', '\u{1d159}', '\u{1d173}', '\u{e0001}', '\u{e0061}', '\u{e0100}'],
    ' \u200b\u00ad\n\u2800 ',
  ])('is true for %j', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each([
    ...['a', '.', '0', '\u200ba', ' \u0301', '好', '😀', '❤\ufe0f', '🏳\ufe0f\u200d🌈', '\u2801'],
    ...['\u0600', '\u06dd', '\ufffd', '\u{f0000}', '\u{20bb7}'],
  ])('is false for %j', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});
