import {
  accountAddress,
  choiceText,
  isWebAddress,
} from '../../../src/web/parts/person-card/profile-value'
import { partOf } from '../../support/stand-ins'

const services = partOf<Parameters<typeof accountAddress>[2]>({
  github: { name: 'GitHub', text: '', hint: '', url_pattern: 'https://github.com/%(username)s' },
})

const field = (data: unknown) => ({ field_data: JSON.stringify(data) })

describe('values of profile fields', () => {
  it('are the text of the option in lists', () => {
    expect(choiceText(field({ 0: { text: 'Tea', order: '1' } }), '0')).toBe('Tea')
    expect(choiceText(field({ 0: { text: 'Tea', order: '1' } }), 'gone')).toBe('gone')
    expect(choiceText({ field_data: '' }, 'x')).toBe('x')
  })

  it('have the address of the service in accounts', () => {
    expect(accountAddress(field({ subtype: 'github' }), 'ada', services)).toBe(
      'https://github.com/ada',
    )
    const own = field({ subtype: 'custom', url_pattern: 'https://x.test/u/%(username)s' })
    expect(accountAddress(own, 'a/$&', services)).toBe('https://x.test/u/a%2F%24%26')
    expect(accountAddress(field({ subtype: 'constructor' }), 'ada', services)).toBeUndefined()
    expect(accountAddress({ field_data: 'null' }, 'ada', services)).toBeUndefined()
  })

  it.each([
    ['https://x.test/a', true],
    ['http://x.test', true],
    ['javascript:alert(1)', false],
    ['x.test', false],
    ['', false],
  ])('“%s” is a link: %s', (address, expected) => {
    expect(isWebAddress(address)).toBe(expected)
  })
})
