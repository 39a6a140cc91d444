import { terminalLine } from './terminal-line.js';

const TIME = new Date(2026, 0, 2, 3, 4, 5).getTime();
const line = (fields: object) => terminalLine(JSON.stringify({ level: 30, time: TIME, ...fields }));

describe('terminalLine', () => {
  it('shows time, level, message and fields in one line', () => {
    const fields = { msg: 'request', method: 'GET', path: '/api/v3/user', status: 200, user: null };
    expect(line(fields)).toBe(
      '03:04:05 info  request method=GET path=/api/v3/user status=200 user=null\n',
    );
  });

  it('quotes values with spaces', () => {
    expect(line({ level: 40, msg: 'x', name: 'a b' })).toBe('03:04:05 warn  x name="a b"\n');
  });

  it('shows the stack of an error in lines after the other fields', () => {
    const err = { type: 'TypeError', message: 'no', stack: '    at a\n    at b' };
    expect(line({ level: 50, err })).toBe(
      '03:04:05 error  err={"type":"TypeError","message":"no"}\n    at a\n    at b\n',
    );
  });

  it.each([
    ['an escape code', '\x1b[2J', '\\u001b[2J'],
    ['a line break', 'a\nb', 'a\\u000ab'],
    ['a C1 control character', '\x9b', '\\u009b'],
    ['a change of the writing direction', '\u202e', '\\u202e'],
  ])('escapes %s in a message', (_, msg, shown) => {
    expect(line({ msg })).toBe(`03:04:05 info  ${shown}\n`);
  });

  it('escapes them in fields and stacks', () => {
    const shown = line({ path: '/\u202e\x9b', err: { stack: 'at \x1b' } });
    expect(shown).not.toMatch(/[\x1b\x9b\u202e]/);
  });
});
