import { problemsInLines } from './environment-lines.js';

describe('problemsInLines', () => {
  it.each([
    ['an empty file', ''],
    ['comments and blank lines', '# a comment\n\n  # PORT=1\n'],
    ['Windows line ends', 'PORT=4000\r\nHOST=::1\r\n'],
    ['export and spaces', 'export PORT = 4000\n'],
    ['a comment after a value', 'PORT=4000 # not 3000\n'],
    ['a quoted value of several lines', 'LDAP_CA="first\nsecond = no setting\n"\nPORT=4000\n'],
    ['variables of other programs', 'COMPOSE_PROJECT_NAME=forge\n'],
  ])('accepts %s', (_, text) => {
    expect(problemsInLines(text)).toEqual([]);
  });

  it.each([
    ['a line without =', 'PORT 4000', 'expected NAME=value, or # before a comment'],
    ['a colon', 'PORT: 4000', 'expected NAME=value, or # before a comment'],
    ['a misspelt name', 'PUBLIC_ULR=x', 'PUBLIC_ULR is not a setting; did you mean PUBLIC_URL?'],
    ['an open quote', "SECRET_KEY='abc\nPORT=1", 'the quote after SECRET_KEY= is not closed'],
  ])('names the line of %s', (_, broken, text) => {
    expect(problemsInLines(`# first\nHOST=::1\n${broken}\n`)).toEqual([{ line: 3, text }]);
  });

  it('continues after a broken line', () => {
    expect(problemsInLines('one\nPORT=1\ntwo').map(({ line }) => line)).toEqual([1, 3]);
  });
});
