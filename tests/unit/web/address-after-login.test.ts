import { addressAfterLogin } from '../../../src/web/features/login/address-after-login'

const origin = 'https://chat.example.com'
const after = (next: string) =>
  addressAfterLogin({ search: `?next=${encodeURIComponent(next)}`, origin })

describe('the address after the login', () => {
  it('is on this server', () => {
    expect(after('/archives/C1/p1?x=2')).toBe(`${origin}/archives/C1/p1?x=2`)
    expect(addressAfterLogin({ search: '', origin })).toBeUndefined()
  })

  it.each(['https://evil.example/', '//evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'is never %s',
    (next) => expect(after(next)).toBeUndefined(),
  )
})
