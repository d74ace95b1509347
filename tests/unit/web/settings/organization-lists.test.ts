import { tryLinkifier } from '../../../../src/web/features/organization/linkifiers/try-linkifier'
import {
  accountOf,
  linesOf,
  listOf,
} from '../../../../src/web/features/organization/profile-fields/field-data'

describe('The preview of a linkifier', () => {
  it('shows each match with its address', () => {
    const template = 'https://t.example.com/{org}/{id}'
    const pattern = '(?P<org>[a-z]+)#(?P<id>[0-9]+)'
    expect(tryLinkifier(pattern, template, 'see app#12, and web#3')).toEqual([
      { text: 'app#12', address: 'https://t.example.com/app/12' },
      { text: 'web#3', address: 'https://t.example.com/web/3' },
    ])
  })

  it('ends on empty matches, and reports invalid expressions', () => {
    expect(tryLinkifier('x*', 'https://a/', 'aaa')).toEqual([])
    expect(tryLinkifier('', 'https://a/', 'aaa')).toEqual([])
    expect(() => tryLinkifier('(', 'https://a/', 'aaa')).toThrow(SyntaxError)
  })
})

describe('The choices of a profile field', () => {
  const stored = JSON.stringify({
    '0': { text: 'Tea', order: '2' },
    a: { text: 'Coffee', order: '1' },
  })

  it('are lines in their order', () => {
    expect(linesOf(stored)).toBe('Coffee\nTea')
    expect(linesOf('')).toBe('')
  })

  it('keep the keys of unchanged choices', () => {
    expect(listOf('Mate\n Tea \n\nTea\nCoffee', stored)).toEqual({
      '0': { text: 'Tea', order: '2' },
      '1': { text: 'Mate', order: '1' },
      a: { text: 'Coffee', order: '3' },
    })
  })

  it('have a service and optionally an address in external accounts', () => {
    expect(accountOf('{"subtype":"github"}')).toEqual({ subtype: 'github', url_pattern: '' })
    expect(accountOf('')).toEqual({ subtype: '', url_pattern: '' })
  })
})
