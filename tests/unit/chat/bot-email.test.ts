import { botEmailDomain } from '../../../src/server/chat/rules/names'

describe('botEmailDomain', () => {
  it('is the host of the organization, without its port', () => {
    expect(botEmailDomain('https://chat.acme.test:8443', 'localhost')).toBe('chat.acme.test')
    expect(botEmailDomain('http://acme.localhost:9991', 'localhost')).toBe('acme.localhost')
  })

  it('is a valid domain if the host is none', () => {
    expect(botEmailDomain('http://localhost:9991', 'localhost')).toBe('localhost.localdomain')
    expect(botEmailDomain('http://127.0.0.1:9991', 'localhost')).toBe('localhost.localdomain')
    expect(botEmailDomain('http://my_host:80', 'chat.acme.test')).toBe('chat.acme.test')
    expect(botEmailDomain('http://[::1]:9991', 'chat.acme.test')).toBe('chat.acme.test')
  })
})
