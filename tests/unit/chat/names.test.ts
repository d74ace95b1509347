import {
  checkFullName,
  checkPasswordLength,
  checkShortName,
  isEmailAddress,
} from '../../../src/server/chat/rules/names'
import { refuseUnprintable } from '../../../src/server/chat/rules/texts'

describe('checkFullName', () => {
  it('drops outer blanks and keeps the rest', () => {
    expect(checkFullName('  Ada  King \n')).toBe('Ada  King')
    expect(checkFullName('李雷')).toBe('李雷')
    expect(checkFullName("Zoë O'Neil-Smith 👩‍🚀")).toBe("Zoë O'Neil-Smith 👩‍🚀")
  })

  it('counts characters, not UTF-16 units', () => {
    expect(checkFullName('👍'.repeat(100))).toHaveLength(200)
    expect(() => checkFullName('👍'.repeat(101))).toThrow('Name too long!')
    expect(() => checkFullName('👍')).toThrow('Name too short!')
  })

  it.each(['A*da', 'A`da', 'A>da', 'A"da', 'A@da', 'Ada\nKing', 'Ada\u2028King', 'Ada|10'])(
    'refuses what would break mentions or lines: %j',
    (name) => {
      expect(() => checkFullName(name)).toThrow('Invalid characters in name!')
    },
  )
})

describe('hidden characters', () => {
  it.each([
    ['a zero-width space', 'Ada\u200bKing'],
    ['a joiner between Latin letters', 'Ada\u200dKing'],
    ['a mark that turns the text around', 'Ada \u202egniK'],
    ['an isolate', '\u2066Ada\u2069'],
    ['a soft hyphen', 'A\u00adda'],
    ['a filler', 'Ada \u3164'],
    ['a selector of variants after a letter', 'Ad\ufe0fa'],
    ['a selector of text after a digit', 'Ada 1\ufe0e'],
    ['a tag', 'Ada\u{e0041}'],
    ['a control character', 'Ada\u0007'],
  ])('are refused: %s', (_what, name) => {
    expect(() => checkFullName(name)).toThrow('Invalid characters in name!')
    expect(() => refuseUnprintable(name, 'stream name')).toThrow('Invalid character in stream name')
  })

  it.each(['Zoë 👩‍🚀', '❤️ team', '❤\ufe0e team', 'می‌خواهم', 'क्‍ष', 'नमस्ते', '李 雷', 'Ø’Neil'])(
    'are no part of %s',
    (name) => {
      expect(checkFullName(name)).toBe(name)
      refuseUnprintable(name, 'stream name')
    },
  )

  it('are reported with their position', () => {
    expect(() => refuseUnprintable('👍a\u200b', 'stream name')).toThrow('at position 3!')
  })
})

describe('checkShortName', () => {
  it('drops outer blanks and keeps the rest', () => {
    expect(checkShortName(' ada|1 @home\n')).toBe('ada|1 @home')
    expect(checkShortName(' ')).toBe('')
  })

  it.each(['ada\nking', 'ada\0', 'ada\u2028king', '\ud800'])('refuses %j', (name) => {
    expect(() => checkShortName(name)).toThrow('Invalid characters in short name!')
  })

  it('refuses names that are too long', () => {
    expect(() => checkShortName('x'.repeat(101))).toThrow('Short name too long!')
  })
})

describe('isEmailAddress', () => {
  it.each([
    'ada@example.com',
    'Ada.K+chat@mail.example.co.uk',
    'deploy-bot@localhost.localdomain',
    'owner@intranet',
    `${'a'.repeat(64)}@example.com`,
  ])('accepts %s', (email) => {
    expect(isEmailAddress(email)).toBe(true)
  })

  it.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a b@example.com',
    'ada:x@example.com',
    'ada@example..com',
    'ada@-example.com',
    'ada@exa_mple.com',
    'ada@[::1]',
    'ada@example.com\n',
    `${'a'.repeat(65)}@example.com`,
    `ada@${'example.'.repeat(40)}com`,
  ])('refuses %j', (email) => {
    expect(isEmailAddress(email)).toBe(false)
  })
})

describe('checkPasswordLength', () => {
  it('refuses passwords that are too short or too long, with a reason', () => {
    expect(() => checkPasswordLength('12345', 6)).toThrow(
      'Password is too short (minimum: 6 characters)',
    )
    expect(() => checkPasswordLength('x'.repeat(1_001), 6)).toThrow('limit: 1000 characters')
    expect(() => checkPasswordLength('123456', 6)).not.toThrow()
  })
})
